import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { PingPlace } from './ping.port.ts';

export type PingOutcomeName = 'waiting' | 'located' | 'no_fix' | 'failed' | 'unreachable' | 'cancelled';

export interface PingRow {
  id: string;
  accountId: string;
  deviceId: number;
  serial: string;
  deviceName: string;
  outcome: PingOutcomeName;
  /** `YYYY-MM-DD`, or null where days do not count. */
  quotaDay: string | null;
  createdAt: Date;
  endsAt: Date;
  expectedAt: Date | null;
  message: string | null;
}

export interface LocationRow {
  pingId: string;
  deviceId: number;
  serial: string;
  deviceName: string;
  accountId: string;
  lat: number;
  lng: number;
  accuracyM: number | null;
  at: Date;
  fixAt: Date | null;
}

const pingColumns = sql`id, account_id, device_id, serial, device_name, outcome, quota_day::text, created_at, ends_at, expected_at, message`;

/**
 * Counts one ping of a day; answers false when the day is used up (`limit` null: it never is). One statement, so that
 * no two requests, in whatever process, can take the same last one.
 */
export async function reserveFromDay(
  executor: Executor,
  accountId: string,
  day: string,
  limit: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ping_quota as q (account_id, day, used) values (${accountId}, ${day}::date, 1)
    on conflict (account_id, day) do update set used = q.used + 1 where ${limit}::int is null or q.used < ${limit}
    returning used`.execute(executor);
  return rows.length === 1;
}

export async function giveBackToDay(executor: Executor, accountId: string, day: string): Promise<void> {
  await sql`update ping_quota set used = used - 1 where account_id = ${accountId} and day = ${day}::date and used > 0`.execute(
    executor,
  );
}

export async function usedOnDay(executor: Executor, accountId: string, day: string): Promise<number> {
  const { rows } = await sql<{
    used: number;
  }>`select used from ping_quota where account_id = ${accountId} and day = ${day}::date`.execute(executor);
  return rows[0]?.used ?? 0;
}

/** Stores a ping; answers false when this person already waits for this device or the id is taken. */
export async function insertPing(executor: Executor, ping: PingRow): Promise<boolean> {
  const { rows } = await sql`
    insert into ping (id, account_id, device_id, serial, device_name, outcome, quota_day, created_at, ends_at, expected_at)
    values (${ping.id}, ${ping.accountId}, ${ping.deviceId}, ${ping.serial}, ${ping.deviceName}, ${ping.outcome}, ${ping.quotaDay}::date,
      ${ping.createdAt}, ${ping.endsAt}, ${ping.expectedAt})
    on conflict do nothing
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function findPing(executor: Executor, id: string): Promise<PingRow | null> {
  const { rows } = await sql<PingRow>`select ${pingColumns} from ping where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function findWaiting(executor: Executor, accountId: string, deviceId: number): Promise<PingRow | null> {
  const { rows } = await sql<PingRow>`
    select ${pingColumns} from ping where account_id = ${accountId} and device_id = ${deviceId} and outcome = 'waiting'`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** Ends a ping once: null when it had ended. */
export async function finishPing(
  executor: Executor,
  id: string,
  outcome: PingOutcomeName,
  message: string | null,
  at: Date,
): Promise<PingRow | null> {
  const { rows } = await sql<PingRow>`
    update ping set outcome = ${outcome}, message = ${message}, finished_at = ${at}
    where id = ${id} and outcome = 'waiting'
    returning ${pingColumns}`.execute(executor);
  return rows[0] ?? null;
}

export async function countRecentPings(
  executor: Executor,
  accountId: string,
  deviceId: number,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ping where device_id = ${deviceId} and account_id = ${accountId} and created_at > ${since}`.execute(
    executor,
  );
  return rows[0]!.count;
}

/** One installer at a time counts the pings of a device, so that two at once do not both take the last. */
export async function holdPace(executor: Executor, accountId: string, deviceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ping pace ' || ${accountId}::text || ' ' || ${deviceId}::text, 0))`.execute(
    executor,
  );
}

export async function insertLocation(executor: Executor, location: LocationRow): Promise<void> {
  await sql`
    insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, accuracy_m, at, fix_at)
    values (${location.pingId}, ${location.deviceId}, ${location.serial}, ${location.deviceName}, ${location.accountId},
      ${location.lat}, ${location.lng}, ${location.accuracyM}, ${location.at}, ${location.fixAt})
    on conflict (ping_id) do nothing`.execute(executor);
}

const locationColumns = sql`ping_id, device_id, serial, device_name, account_id, lat, lng, accuracy_m, at, fix_at`;

export async function findLocation(executor: Executor, pingId: string): Promise<LocationRow | null> {
  const { rows } =
    await sql<LocationRow>`select ${locationColumns} from ping_location where ping_id = ${pingId}`.execute(executor);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listLocations(
  executor: Executor,
  deviceId: number,
  since: Date,
  limit: number,
): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select ${locationColumns} from ping_location
    where device_id = ${deviceId} and at >= ${since} order by at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Ascending. */
export async function listPlaces(executor: Executor, deviceId: number, fromAt: Date, toAt: Date): Promise<PingPlace[]> {
  const { rows } = await sql<PingPlace>`
    select at, lat, lng from ping_location where device_id = ${deviceId} and at >= ${fromAt} and at <= ${toAt} order by at`.execute(
    executor,
  );
  return rows;
}
