import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { HubLink } from './hubs.port.ts';

export interface NewLink {
  deviceId: number;
  linkId: string;
  hubId: string;
  hubName: string;
  hubUserId: string;
  sealedRefreshToken: string | null;
  linkedBy: string;
  linkedAt: Date;
  nextRenewalAt: Date | null;
}

export async function findLink(executor: Executor, deviceId: number): Promise<HubLink | null> {
  const { rows } = await sql<HubLink>`
    select hub_id, hub_name, broken_since from hub_link where device_id = ${deviceId} and not is_previous`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** A hub that has left the account of a link may belong to someone else, so the link no longer counts. */
export async function listDevicesOfHub(executor: Executor, hubId: string): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from hub_link
    where hub_id = ${hubId} and not is_previous and (broken_since is null or absent_since is null)
    order by device_id`.execute(executor);
  return rows.map(({ deviceId }) => deviceId);
}

/** Makes the current link the previous link, and deletes the older previous link. */
export async function setLinkAside(executor: Executor, deviceId: number): Promise<void> {
  await sql`delete from hub_link where device_id = ${deviceId} and is_previous`.execute(executor);
  await sql`
    update hub_link set is_previous = true, next_renewal_at = null, renewing_until = null
    where device_id = ${deviceId}`.execute(executor);
}

export async function insertLink(executor: Executor, link: NewLink): Promise<void> {
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, hub_user_id, sealed_refresh_token, linked_by, linked_at, next_renewal_at)
    values (${link.deviceId}, ${link.linkId}, ${link.hubId}, ${link.hubName}, ${link.hubUserId}, ${link.sealedRefreshToken},
      ${link.linkedBy}, ${link.linkedAt}, ${link.nextRenewalAt})`.execute(executor);
}

/** Locks the link of a device and returns the link with its token. No renewal can begin before the transaction ends. */
export async function lockLink(
  tx: Executor,
  deviceId: number,
): Promise<(HubLink & { sealedRefreshToken: string | null; renewingUntil: Date | null }) | null> {
  const { rows } = await sql<HubLink & { sealedRefreshToken: string | null; renewingUntil: Date | null }>`
    select hub_id, hub_name, broken_since, sealed_refresh_token, renewing_until from hub_link
    where device_id = ${deviceId} and not is_previous for update`.execute(tx);
  return rows[0] ?? null;
}

/** Moves the link to a device without a link, with the token sealed for that device. */
export async function updateLinkDevice(
  tx: Executor,
  fromDeviceId: number,
  to: { deviceId: number; sealedRefreshToken: string | null },
): Promise<void> {
  await sql`
    update hub_link set device_id = ${to.deviceId}, sealed_refresh_token = ${to.sealedRefreshToken}
    where device_id = ${fromDeviceId} and not is_previous`.execute(tx);
}

/**
 * Swaps link and previous link. The new link is due for renewal at once, since the previous link was not renewed
 * meanwhile.
 */
export async function swapLinks(executor: Executor, deviceId: number, now: Date): Promise<void> {
  await sql`
    update hub_link set is_previous = not is_previous, renewing_until = null, renewal_attempts = 0, refused_since = null,
      absent_since = case when broken_since is not null then absent_since end,
      next_renewal_at = case when is_previous and sealed_refresh_token is not null then ${now}::timestamptz end
    where device_id = ${deviceId}`.execute(executor);
}

export async function deletePrevious(executor: Executor, deviceIds: readonly number[]): Promise<void> {
  await sql`delete from hub_link where device_id = any(${[...deviceIds]}::int[]) and is_previous`.execute(executor);
}

export async function deleteLinks(executor: Executor, deviceIds: readonly number[]): Promise<void> {
  await sql`delete from hub_link where device_id = any(${[...deviceIds]}::int[])`.execute(executor);
}

export interface OwnLink {
  readonly hubId: string;
  readonly hubName: string;
  readonly linkedAt: Date;
}

export async function listOwnLinks(executor: Executor, personId: string): Promise<OwnLink[]> {
  const { rows } = await sql<OwnLink>`
    select hub_id, hub_name, linked_at from hub_link where linked_by = ${personId} order by linked_at`.execute(
    executor,
  );
  return rows;
}

export async function pseudonymiseLinks(executor: Executor, personId: string): Promise<void> {
  await sql`update hub_link set linked_by = null where linked_by = ${personId}`.execute(executor);
}
