import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewRestoration {
  readonly id: string;
  readonly deviceId: number;
  readonly fromAt: Date;
  readonly untilAt: Date;
  /** The user of the device, who gets the days. Null: the device has no user. */
  readonly userId: string | null;
  readonly reason: string;
  readonly restoredBy: string;
  readonly restoredAt: Date;
  readonly expiresAt: Date;
}

export async function insertRestoration(tx: Executor, restoration: NewRestoration): Promise<void> {
  const { id, deviceId, fromAt, untilAt, userId, reason, restoredBy, restoredAt, expiresAt } = restoration;
  await sql`
    insert into archive_restoration (id, device_id, from_at, until_at, user_id, reason, restored_by, restored_at, expires_at)
    values (${id}, ${deviceId}, ${fromAt}, ${untilAt}, ${userId}, ${reason}, ${restoredBy}, ${restoredAt}, ${expiresAt})`.execute(
    tx,
  );
}

export async function listRestoredSpans(
  executor: Executor,
  deviceId: number,
  now: Date,
): Promise<{ fromAt: Date; untilAt: Date }[]> {
  const { rows } = await sql<{ fromAt: Date; untilAt: Date }>`
    select from_at, until_at from archive_restoration where device_id = ${deviceId} and expires_at > ${now}
    order by from_at`.execute(executor);
  return rows;
}

export interface OwnRestoration {
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly restoredAt: Date;
  readonly expiresAt: Date;
}

/** The restorations for a person, newest first. */
export async function listRestorationsOf(executor: Executor, userId: string, limit: number): Promise<OwnRestoration[]> {
  const { rows } = await sql<OwnRestoration>`
    select from_at, until_at, restored_at, expires_at from archive_restoration where user_id = ${userId}
    order by restored_at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Keeps the restorations for a person, without the person and the reason. */
export async function pseudonymiseRestorations(tx: Executor, userId: string, reason: string): Promise<void> {
  await sql`
    update archive_restoration set user_id = null, reason = ${reason} where user_id = ${userId}`.execute(tx);
}

export async function deleteOldRestorations(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from archive_restoration where id in (
      select id from archive_restoration where restored_at < ${before} order by restored_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
