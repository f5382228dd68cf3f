import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Holds a device and its assignment until the end of the transaction: nobody assigns it, ends its assignment or removes
 * it meanwhile. Ended by somebody just now is waited for, so what is read afterwards is what holds. What only refers to
 * the device, such as its messages, goes on: a stronger lock and a message that answers would wait for each other
 * (0044-order-of-locks.sql).
 */
export async function lockDevice(tx: Executor, serial: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from device where lower(serial) = lower(${serial}) and serial = ${serial} for no key update`.execute(tx);
  if (rows[0] === undefined) return;
  await sql`select from device_assignment where device_id = ${rows[0].id} and ended_at is null for share`.execute(tx);
}

/** Holds devices and how they are, as 0044-order-of-locks.sql says: before several change, and before one is gone. */
export async function lockDevices(tx: Executor, deviceIds: readonly number[]): Promise<void> {
  await sql`select hold_devices(${[...deviceIds]}::int[])`.execute(tx);
}
