import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { lockDevices } from '../devices.lock.store.ts';

/** Marks a device as replaced. */
export async function setAside(
  tx: Executor,
  id: number,
  { by, name, at }: { by: string; name: string; at: Date },
): Promise<void> {
  await lockDevices(tx, [id]);
  await sql`
    update device set replaced_by = ${by}, replaced_at = ${at}, nickname = ${name} where id = ${id}`.execute(tx);
}
