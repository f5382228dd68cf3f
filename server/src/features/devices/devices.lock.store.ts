import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Locks a device (FOR NO KEY UPDATE) and the current assignment (FOR SHARE) until commit. No other transaction can
 * assign, unassign or remove the device meanwhile. A concurrent unassign finishes first, so later reads are current.
 * Messages of the device go on: a stronger lock would deadlock with an incoming reply (0044-order-of-locks.sql).
 */
export async function lockDevice(tx: Executor, serial: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from device where lower(serial) = lower(${serial}) and serial = ${serial} for no key update`.execute(tx);
  if (rows[0] === undefined) return;
  await sql`select from device_assignment where device_id = ${rows[0].id} and ended_at is null for share`.execute(tx);
}

/**
 * Locks devices and status rows in the order of 0044-order-of-locks.sql: before a change of several devices, and before
 * a removal.
 */
export async function lockDevices(tx: Executor, deviceIds: readonly number[]): Promise<void> {
  await sql`select hold_devices(${[...deviceIds]}::int[])`.execute(tx);
}
