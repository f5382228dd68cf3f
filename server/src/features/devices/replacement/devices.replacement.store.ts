import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { lockDevices } from '../devices.lock.store.ts';

/** Marks a device as replaced. Its name, which has moved to the new device, is still of the person who gave it. */
export async function setAside(
  tx: Executor,
  id: number,
  { by, name, at }: { by: string; name: string; at: Date },
): Promise<void> {
  await lockDevices(tx, [id]);
  await sql`
    update device set replaced_by = ${by}, replaced_at = ${at}, nickname = ${name} where id = ${id}`.execute(tx);
  await sql`
    update device set named_by = (select named_by from device where id = ${id}) where serial = ${by}`.execute(tx);
}
