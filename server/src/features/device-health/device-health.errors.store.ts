import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The newest error lines of each of these devices since an instant. */
export async function listErrors(
  executor: Executor,
  deviceIds: readonly number[],
  since: Date,
  limit: number,
): Promise<{ deviceId: number; text: string }[]> {
  const { rows } = await sql<{ deviceId: number; text: string }>`
    select d.id as device_id, e.text from unnest(${[...deviceIds]}::int[]) d(id)
    cross join lateral (
      select text, received_at from device_log
      where device_id = d.id and level = 'error' and received_at > ${since}
      order by received_at desc limit ${limit}) e
    order by d.id, e.received_at desc`.execute(executor);
  return rows;
}
