import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { DeviceSince, LastPingPlace, PingPlace } from './ping.port.ts';
import type { QuotaDay } from './ping.quota.rules.ts';

export type PingOutcomeName = 'waiting' | 'located' | 'no_fix' | 'failed' | 'unreachable' | 'cancelled';

export interface PingRow {
  id: string;
  accountId: string;
  deviceId: number;
  serial: string;
  deviceName: string;
  outcome: PingOutcomeName;
  /** The counter's day on which the ping counts, or null where no day counts. */
  quotaDayNo: number | null;
  createdAt: Date;
  endsAt: Date;
  expectedAt: Date | null;
  message: string | null;
  /** The grant under which the ping was requested. Null if no grant was needed. */
  grantId: string | null;
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

const pingColumns = sql`id, account_id, device_id, serial, device_name, outcome, quota_day_no, created_at, ends_at, expected_at, message, grant_id`;

/**
 * Locks the counter of an account until the end of the transaction, and returns the day of its last ping. Concurrent
 * pings wait for each other here.
 */
export async function lockQuota(executor: Executor, accountId: string): Promise<QuotaDay | null> {
  // Day 0 stands for "no ping yet", so that there is a row to lock before the first ping.
  await sql`
    insert into ping_quota (account_id, day_no, time_zone, ends_at, used) values (${accountId}, 0, 'UTC', now(), 0)
    on conflict (account_id) do nothing`.execute(executor);
  const { rows } = await sql<QuotaDay>`
    select day_no, time_zone, ends_at, used from ping_quota
    where account_id = ${accountId} for update`.execute(executor);
  return rows.find(({ dayNo }) => dayNo > 0) ?? null;
}

export async function findQuota(executor: Executor, accountId: string): Promise<QuotaDay | null> {
  const { rows } = await sql<QuotaDay>`
    select day_no, time_zone, ends_at, used from ping_quota where account_id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

export async function saveQuota(executor: Executor, accountId: string, day: QuotaDay): Promise<void> {
  await sql`
    update ping_quota set day_no = ${day.dayNo}, time_zone = ${day.timeZone}, ends_at = ${day.endsAt}, used = ${day.used}
    where account_id = ${accountId}`.execute(executor);
}

/** Stores the day on which a ping was counted. */
export async function countPing(executor: Executor, id: string, dayNo: number): Promise<void> {
  await sql`update ping set quota_day_no = ${dayNo} where id = ${id}`.execute(executor);
}

/** Gives a ping back to its day, if the counter is still on that day. */
export async function giveBackToDay(executor: Executor, accountId: string, dayNo: number): Promise<void> {
  await sql`
    update ping_quota set used = used - 1
    where account_id = ${accountId} and day_no = ${dayNo} and used > 0`.execute(executor);
}

/** Stores a ping; answers false when this person already waits for this device or the id is taken. */
export async function insertPing(executor: Executor, ping: PingRow): Promise<boolean> {
  const { rows } = await sql`
    insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at, expected_at, grant_id)
    values (${ping.id}, ${ping.accountId}, ${ping.deviceId}, ${ping.serial}, ${ping.deviceName}, ${ping.outcome},
      ${ping.createdAt}, ${ping.endsAt}, ${ping.expectedAt}, ${ping.grantId})
    on conflict do nothing
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function findPing(executor: Executor, id: string): Promise<PingRow | null> {
  const { rows } = await sql<PingRow>`select ${pingColumns} from ping where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** A person's pings that wait for sleeping devices, newest first; served by ping_one_waiting. */
export async function listWaiting(executor: Executor, accountId: string, limit: number): Promise<PingRow[]> {
  const { rows } = await sql<PingRow>`
    select ${pingColumns} from ping
    where account_id = ${accountId} and outcome = 'waiting' and expected_at is not null
    order by created_at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Ends a ping once. Returns null if the ping had already ended. */
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

/** Counts the pings since `since`. `oldest` is the first of them that the count will drop. */
export async function countRecentPings(
  executor: Executor,
  accountId: string,
  deviceId: number,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest from ping where device_id = ${deviceId} and account_id = ${accountId} and created_at > ${since}`.execute(
    executor,
  );
  return rows[0]!;
}

/**
 * Locks the pings of an installer for a device while counting, so that two concurrent pings cannot both take the last
 * slot.
 */
export async function lockPace(executor: Executor, accountId: string, deviceId: number): Promise<void> {
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

/**
 * Law 6 counts the time of the fix, because a device can answer with an older one. Devices tell that time in whole
 * seconds.
 */
const isMeasuredSince = (from: Date | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(fix_at is null or fix_at > ${from}::timestamptz - interval '1 second')`;

const locationColumns = sql`ping_id, device_id, serial, device_name, account_id, lat, lng, accuracy_m, at, fix_at`;

export async function findLocation(executor: Executor, pingId: string): Promise<LocationRow | null> {
  const { rows } =
    await sql<LocationRow>`select ${locationColumns} from ping_location where ping_id = ${pingId}`.execute(executor);
  return rows[0] ?? null;
}

/** Newest first; `until` null: no end. */
export async function listLocations(
  executor: Executor,
  deviceId: number,
  { from, until }: { from: Date; until: Date | null },
  limit: number,
): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select ${locationColumns} from ping_location
    where device_id = ${deviceId} and at >= ${from} and (${until}::timestamptz is null or at <= ${until})
      and ${isMeasuredSince(from)}
    order by at desc limit ${limit}`.execute(executor);
  return rows;
}

/** The newest locations of several devices together, newest first. */
export async function listLocationsOfAll(
  executor: Executor,
  devices: readonly DeviceSince[],
  limit: number,
): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select ${locationColumns} from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ from }) => from)}::timestamptz[]) d(id, since)
    cross join lateral (
      select ${locationColumns} from ping_location
      where device_id = d.id and at >= d.since and ${isMeasuredSince(sql`d.since`)} order by at desc limit ${limit}
    ) newest
    order by at desc limit ${limit}`.execute(executor);
  return rows;
}

/**
 * The newest location of each device, at the time of its fix if that is known. A device can answer with an older fix, and
 * such a place must not count as fresh. Devices without a location are missing.
 */
export async function listLastLocations(executor: Executor, devices: readonly DeviceSince[]): Promise<LastPingPlace[]> {
  const { rows } = await sql<LastPingPlace>`
    select d.id as device_id, least(newest.at, newest.fix_at) as at, newest.lat, newest.lng, newest.accuracy_m
    from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ from }) => from)}::timestamptz[]) d(id, since)
    cross join lateral (
      select at, fix_at, lat, lng, accuracy_m from ping_location
      where device_id = d.id and at >= d.since and ${isMeasuredSince(sql`d.since`)} order by at desc limit 1
    ) newest`.execute(executor);
  return rows;
}

/**
 * The time that history shows for a location. A device can answer with an older fix, and the device may have been
 * elsewhere since. A fix time in whole seconds can lie just before the first shown instant.
 */
const measuredAt = (from: Date): RawBuilder<Date> => sql`greatest(least(at, fix_at), ${from}::timestamptz)`;

/**
 * Uses the index of fixes. The index is read from a second earlier, because a fix just before `from` counts as measured at
 * `from`.
 */
const isInSpan = (
  { id, from }: DeviceSince,
  fromAt: Date | RawBuilder<unknown>,
  toAt: Date | RawBuilder<unknown>,
): RawBuilder<boolean> => sql`device_id = ${id} and least(at, fix_at) <= ${toAt}::timestamptz
  and least(at, fix_at) > ${fromAt}::timestamptz - interval '1 second' and ${measuredAt(from)} >= ${fromAt}::timestamptz
  and at >= ${from}::timestamptz and ${isMeasuredSince(from)}`;

/** Ascending. */
export async function listPlaces(
  executor: Executor,
  device: DeviceSince,
  { fromAt, toAt }: { fromAt: Date; toAt: Date },
): Promise<PingPlace[]> {
  const { rows } = await sql<PingPlace>`/* prepared read: ping locations of a span */
    select ${measuredAt(device.from)} as at, lat, lng, accuracy_m from ping_location
    where ${isInSpan(device, fromAt, toAt)} order by 1`.execute(executor);
  return rows;
}

/** Makes a single index look-up per span, for any number of locations. */
export async function listSpansWithPlaces(
  executor: Executor,
  device: DeviceSince,
  spans: readonly { fromAt: Date; toAt: Date }[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select s.place::int from unnest(${spans.map(({ fromAt }) => fromAt)}::timestamptz[],
      ${spans.map(({ toAt }) => toAt)}::timestamptz[]) with ordinality as s (from_at, to_at, place)
    cross join lateral (
      select 1 from ping_location
      where ${isInSpan(device, sql`s.from_at`, sql`s.to_at`)} and ${measuredAt(device.from)} < s.to_at
      limit 1
    ) as found`.execute(executor);
  return rows.map(({ place }) => place - 1);
}
