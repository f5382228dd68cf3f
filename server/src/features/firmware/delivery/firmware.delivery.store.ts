import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The device with this token. Null for a device that another tracker has replaced. */
export async function findByToken(
  executor: Executor,
  tokenHash: Buffer,
): Promise<{ id: number; serial: string } | null> {
  const { rows } = await sql<{ id: number; serial: string }>`
    select d.id, d.serial from firmware_device f join device d on d.id = f.device_id
    where f.token_hash = ${tokenHash} and d.replaced_at is null`.execute(executor);
  return rows[0] ?? null;
}

/** Returns false when the device was removed meanwhile. */
export async function updateToken(
  tx: Executor,
  { deviceId, tokenHash, at }: { deviceId: number; tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into firmware_device (device_id, token_hash, token_made_at)
    select id, ${tokenHash}, ${at} from device where id = ${deviceId} for key share
    on conflict (device_id) do update set token_hash = excluded.token_hash, token_made_at = excluded.token_made_at
    returning device_id`.execute(tx);
  return rows.length === 1;
}

/** Returns false when the device has no token. */
export async function deleteToken(tx: Executor, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    update firmware_device set token_hash = null, token_made_at = null
    where device_id = ${deviceId} and token_hash is not null returning device_id`.execute(tx);
  return rows.length === 1;
}

/** The version that the device last reported. */
export async function findVersion(executor: Executor, deviceId: number): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select version from firmware_device where device_id = ${deviceId}`.execute(executor);
  return rows[0]?.version ?? null;
}

export async function findSha1(executor: Executor, releaseId: string): Promise<string | null> {
  const { rows } = await sql<{ sha1: string | null }>`
    select sha1 from firmware_release where id = ${releaseId}`.execute(executor);
  return rows[0]?.sha1 ?? null;
}

/** The bytes of a release never change, so a concurrent writer stores the same value. */
export async function updateSha1(executor: Executor, releaseId: string, sha1: string): Promise<void> {
  await sql`update firmware_release set sha1 = ${sha1} where id = ${releaseId}`.execute(executor);
}
