import type { AccessMinutes } from '@trace/contract/location-access/location-access.rules';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export type RequestStatus = 'pending' | 'approved' | 'denied' | 'withdrawn' | 'lapsed';

export type EndedAs = 'expired' | 'ended' | 'given_up' | 'ground_lost';

export interface AccessRow {
  id: string;
  deviceId: number;
  serial: string;
  deviceName: string;
  requesterId: string;
  userId: string;
  userSince: Date;
  minutes: AccessMinutes;
  status: RequestStatus;
  requestedAt: Date;
  lapsesAt: Date;
  startsAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
}

/** A grant: an approved request. */
export interface GrantRow extends AccessRow {
  startsAt: Date;
  endsAt: Date;
}

const columns = sql`id, device_id, serial, device_name, requester_id, user_id, user_since, minutes, status, requested_at,
  lapses_at, starts_at, ends_at, ended_at`;

/**
 * Requests and grants depend on the database's clock alone, so no process clock can prolong a grant or a request
 * (I-25).
 */
const waits = sql`status = 'pending' and lapses_at > clock_timestamp()`;
const runs = sql`status = 'approved' and ended_at is null and starts_at <= clock_timestamp() and ends_at > clock_timestamp()`;

export async function findDatabaseTime(executor: Executor): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(executor);
  return rows[0]!.at;
}

/** Stores a request. Returns null if this person already has a waiting request for this device. */
export async function insertRequest(
  tx: Executor,
  request: Pick<
    AccessRow,
    'deviceId' | 'serial' | 'deviceName' | 'requesterId' | 'userId' | 'userSince' | 'minutes'
  > & { livesMs: number },
): Promise<AccessRow | null> {
  const { deviceId, requesterId } = request;
  await sql`
    update location_access set status = 'lapsed'
    where requester_id = ${requesterId} and device_id = ${deviceId} and status = 'pending' and not (${waits})`.execute(
    tx,
  );
  const { rows } = await sql<AccessRow>`
    insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, lapses_at)
    values (${deviceId}, ${request.serial}, ${request.deviceName}, ${requesterId}, ${request.userId},
      ${request.userSince}, ${request.minutes}, clock_timestamp() + ${request.livesMs} * interval '1 ms')
    on conflict (requester_id, device_id) where status = 'pending' do nothing
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Counts the requests of a person to a user in the last `windowMs`, for all devices. */
export async function countRequestsSince(
  tx: Executor,
  { requesterId, userId }: Pick<AccessRow, 'requesterId' | 'userId'>,
  windowMs: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from location_access
    where requester_id = ${requesterId} and user_id = ${userId}
      and requested_at > clock_timestamp() - ${windowMs} * interval '1 ms'`.execute(tx);
  return rows[0]!.count;
}

export async function findRequest(executor: Executor, id: string): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`select ${columns} from location_access where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Whether a request has lapsed, including a request still marked `pending` past its day. */
export async function isLapsed(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from location_access where id = ${id} and (status = 'lapsed' or status = 'pending' and not (${waits}))`.execute(
    executor,
  );
  return rows.length === 1;
}

/** Answers a waiting request once. Returns null if the request no longer waits. An approval runs from this moment. */
export async function updateAnswered(
  tx: Executor,
  id: string,
  answer: 'approved' | 'denied',
): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    update location_access set status = ${answer}, answered_at = t.at,
      starts_at = case when ${answer} = 'approved' then t.at end,
      ends_at = case when ${answer} = 'approved' then t.at + minutes * interval '1 minute' end
    from (select clock_timestamp() as at) t
    where id = ${id} and ${waits}
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Ends a waiting request. Returns null if the request no longer waits. */
export async function updateWithdrawn(tx: Executor, id: string, as: 'withdrawn' | 'lapsed'): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    update location_access set status = ${as} where id = ${id} and ${waits} returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Ends a running grant. Returns null if the grant no longer runs. */
export async function updateEnded(tx: Executor, id: string, as: EndedAs): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    update location_access set ended_at = clock_timestamp(), ended_as = ${as} where id = ${id} and ${runs}
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** The grants of these people that run, for all devices or for these. */
export async function listRunning(
  executor: Executor,
  accountIds: readonly string[],
  deviceIds?: readonly number[],
): Promise<GrantRow[]> {
  const ofDevices = deviceIds === undefined ? sql`true` : sql`device_id = any(${[...deviceIds]}::int[])`;
  const { rows } = await sql<GrantRow>`
    select ${columns} from location_access
    where requester_id = any(${[...accountIds]}::uuid[]) and ${ofDevices} and ${runs}`.execute(executor);
  return rows;
}

/** Locks a person's running grant for a device (FOR SHARE), so that an end of the grant waits for this transaction. */
export async function lockRunning(tx: Executor, requesterId: string, deviceId: number): Promise<GrantRow | null> {
  const { rows } = await sql<GrantRow>`
    select ${columns} from location_access
    where requester_id = ${requesterId} and device_id = ${deviceId} and ${runs}
    order by ends_at desc limit 1 for share`.execute(tx);
  return rows[0] ?? null;
}

/** Returns a person's waiting requests and running grants on either side, newest first. */
export async function listOpenOf(executor: Executor, personId: string): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    select ${columns} from location_access where user_id = ${personId} and (${waits} or ${runs})
    union all
    select ${columns} from location_access where requester_id = ${personId} and (${waits} or ${runs})
    order by requested_at desc`.execute(executor);
  return rows;
}

/** Returns the same for a device, for all requesters. */
export async function listOpenOfDevice(executor: Executor, deviceId: number): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    select ${columns} from location_access where device_id = ${deviceId} and (${waits} or ${runs})`.execute(executor);
  return rows;
}

/** Returns all running grants, or all waiting requests. */
export async function listOpen(executor: Executor, kind: 'running' | 'waiting'): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    select ${columns} from location_access where ${kind === 'running' ? runs : waits}`.execute(executor);
  return rows;
}

/** Whether any grant is not marked as ended, expired or not. */
export const isAnyGrantRunning = (): RawBuilder<boolean> => sql`exists (
  select from location_access where status = 'approved' and ended_at is null)`;

/** Marks grants as expired whose minutes are over, and returns them. Each grant is returned to a single process. */
export async function takeExpired(tx: Executor): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    update location_access set ended_at = ends_at, ended_as = 'expired'
    where status = 'approved' and ended_at is null and ends_at <= clock_timestamp() returning ${columns}`.execute(tx);
  return rows;
}

/** Marks requests as lapsed that were not answered in time, and returns them. */
export async function takeLapsed(tx: Executor): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    update location_access set status = 'lapsed'
    where status = 'pending' and lapses_at <= clock_timestamp() returning ${columns}`.execute(tx);
  return rows;
}
