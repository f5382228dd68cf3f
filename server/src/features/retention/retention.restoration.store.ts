import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewRestoration {
  readonly id: string;
  readonly deviceId: number;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly reason: string;
  readonly restoredBy: string;
  readonly restoredAt: Date;
  readonly expiresAt: Date;
}

export async function insertRestoration(tx: Executor, restoration: NewRestoration): Promise<void> {
  const { id, deviceId, fromAt, untilAt, reason, restoredBy, restoredAt, expiresAt } = restoration;
  await sql`
    insert into archive_restoration (id, device_id, from_at, until_at, reason, restored_by, restored_at, expires_at)
    values (${id}, ${deviceId}, ${fromAt}, ${untilAt}, ${reason}, ${restoredBy}, ${restoredAt}, ${expiresAt})`.execute(
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

export async function deleteOldRestorations(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from archive_restoration where id in (
      select id from archive_restoration where restored_at < ${before} order by restored_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
