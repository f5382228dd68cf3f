import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export async function updateHub(
  executor: Executor,
  deviceId: number,
  hub: { hubId: string; hubName: string } | null,
): Promise<void> {
  await sql`
    update device set hub_id = ${hub?.hubId ?? null}, hub_name = ${hub?.hubName ?? null}
    where id = ${deviceId}`.execute(executor);
}
