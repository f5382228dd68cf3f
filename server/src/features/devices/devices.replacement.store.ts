import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Sets a device aside whose place another one took; first messages that are being stored of it are waited for. */
export async function setAside(
  tx: Executor,
  id: number,
  { by, name, at }: { by: string; name: string; at: Date },
): Promise<void> {
  await sql`select from device where id = ${id} for update`.execute(tx);
  await sql`
    update device set replaced_by = ${by}, replaced_at = ${at}, nickname = ${name} where id = ${id}`.execute(tx);
}
