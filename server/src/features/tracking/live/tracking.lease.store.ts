import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Takes or renews a viewer's lease. A viewer id that belongs to another person is left alone: false. */
export async function saveLease(
  executor: Executor,
  lease: { deviceId: number; viewerId: string; accountId: string; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into live_lease as l (device_id, viewer_id, account_id, expires_at)
    values (${lease.deviceId}, ${lease.viewerId}, ${lease.accountId}, ${lease.expiresAt})
    on conflict (device_id, viewer_id) do update set expires_at = excluded.expires_at where l.account_id = excluded.account_id
    returning device_id`.execute(executor);
  return rows.length === 1;
}

export async function renewLease(
  executor: Executor,
  lease: { deviceId: number; viewerId: string; accountId: string; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update live_lease set expires_at = ${lease.expiresAt}
    where device_id = ${lease.deviceId} and viewer_id = ${lease.viewerId} and account_id = ${lease.accountId}
    returning device_id`.execute(executor);
  return rows.length === 1;
}

/** False when there was none. */
export async function deleteLease(
  executor: Executor,
  lease: { deviceId: number; viewerId: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from live_lease
    where device_id = ${lease.deviceId} and viewer_id = ${lease.viewerId} and account_id = ${lease.accountId}
    returning device_id`.execute(executor);
  return rows.length === 1;
}

export const isAnyFollowed = (): RawBuilder<boolean> =>
  sql`(exists (select from live_mode) or exists (select from live_lease))`;

export async function deleteExpiredLeases(executor: Executor, now: Date): Promise<void> {
  await sql`delete from live_lease where expires_at <= ${now}`.execute(executor);
}

export async function deleteLeasesOf(
  executor: Executor,
  leases: readonly { deviceId: number; accountId: string }[],
): Promise<void> {
  await sql`
    delete from live_lease l using unnest(
      ${leases.map((lease) => lease.deviceId)}::int[], ${leases.map((lease) => lease.accountId)}::uuid[]) as n (device_id, account_id)
    where l.device_id = n.device_id and l.account_id = n.account_id`.execute(executor);
}

export interface FollowedDevice {
  deviceId: number;
  serial: string;
  accountIds: string[];
  deviceLeaseUntil: Date | null;
  askedAt: Date | null;
  /** When the newest position was received, and when a position last came as the answer to a request. */
  positionAt: Date | null;
  locatedAt: Date | null;
}

/**
 * Returns followed devices with the followers and the end of the device's own lease. Ignores positions measured before
 * `measuredSince`.
 */
export async function listFollowed(executor: Executor, measuredSince: Date): Promise<FollowedDevice[]> {
  const { rows } = await sql<FollowedDevice>`
    select m.device_id, m.serial, array_agg(distinct l.account_id) as account_ids, m.device_lease_until, m.asked_at, m.located_at, p.received_at as position_at
    from live_mode m join live_lease l using (device_id) left join lateral (
      select received_at from position p
      where p.device_id = m.device_id and p.at >= ${measuredSince} order by p.at desc limit 1
    ) p on true
    group by m.device_id, p.received_at`.execute(executor);
  return rows;
}

/**
 * Takes devices in live mode without any follower. Each device is taken once, whichever process asks. Two steps are
 * needed: only after locking the device is a concurrent new follower certain to be visible.
 */
export async function takeAbandoned(executor: Executor): Promise<{ deviceId: number; serial: string }[]> {
  const { rows: candidates } = await sql<{ deviceId: number }>`
    select device_id from live_mode m where not exists (select from live_lease l where l.device_id = m.device_id)
    order by device_id for update skip locked`.execute(executor);
  if (candidates.length === 0) return [];
  const { rows } = await sql<{ deviceId: number; serial: string }>`
    delete from live_mode m
    where device_id = any(${candidates.map((candidate) => candidate.deviceId)}::int[])
      and not exists (select from live_lease l where l.device_id = m.device_id)
    returning m.device_id, m.serial`.execute(executor);
  return rows;
}

/** Locks a device's live mode, so that two concurrent starts enable live mode once. */
export async function lockLiveMode(
  executor: Executor,
  device: { id: number; serial: string },
): Promise<{ deviceLeaseUntil: Date | null }> {
  const { rows } = await sql<{ deviceLeaseUntil: Date | null }>`
    insert into live_mode (device_id, serial) values (${device.id}, ${device.serial})
    on conflict (device_id) do update set serial = excluded.serial
    returning device_lease_until`.execute(executor);
  return rows[0]!;
}

export async function saveDeviceLease(executor: Executor, deviceId: number, until: Date): Promise<void> {
  await sql`update live_mode set device_lease_until = ${until} where device_id = ${deviceId}`.execute(executor);
}

export async function saveAskedAt(executor: Executor, deviceId: number, at: Date): Promise<void> {
  await sql`update live_mode set asked_at = ${at} where device_id = ${deviceId}`.execute(executor);
}

/** Returns the devices that these people follow. For several views of a device, always returns the same view. */
export async function listLeasedBy(
  executor: Executor,
  accountIds: readonly string[],
  now: Date,
): Promise<{ deviceId: number; accountId: string; viewerId: string }[]> {
  const { rows } = await sql<{
    deviceId: number;
    accountId: string;
    viewerId: string;
  }>`/* prepared: leases of viewers */
    select device_id, account_id, min(viewer_id::text) as viewer_id from live_lease
    where account_id = any(${accountIds}::uuid[]) and expires_at > ${now} group by device_id, account_id`.execute(
    executor,
  );
  return rows;
}

/** Which of these devices have a viewer. */
export async function listTrackedLive(
  executor: Executor,
  deviceIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct device_id from live_lease
    where device_id = any(${deviceIds}::int[]) and expires_at > ${now}`.execute(executor);
  return new Set(rows.map(({ deviceId }) => deviceId));
}

/** Stores when a device last answered a request for its position. Such a position is no sign of working live mode. */
export async function saveLocatedAt(executor: Executor, deviceId: number, at: Date): Promise<void> {
  await sql`update live_mode set located_at = ${at} where device_id = ${deviceId}`.execute(executor);
}
