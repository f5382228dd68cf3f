import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnPosition {
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
}

/** The newest positions of a device since an instant. */
export async function listOwnPositions(
  executor: Executor,
  deviceId: number,
  since: Date,
  limit: number,
): Promise<OwnPosition[]> {
  const { rows } = await sql<OwnPosition>`
    select at, lat, lng from position
    where device_id = ${deviceId} and at >= ${since} order by at desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteOwnLeases(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from live_lease where account_id = ${accountId}`.execute(executor);
}
