import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnPosition {
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly speedMps: number | null;
  readonly courseDeg: number | null;
  readonly altitudeM: number | null;
  readonly accuracyM: number | null;
  readonly satellites: number | null;
  readonly receivedAt: Date;
}

/** The newest positions of a device since an instant. */
export async function listOwnPositions(
  executor: Executor,
  deviceId: number,
  since: Date,
  limit: number,
): Promise<OwnPosition[]> {
  const { rows } = await sql<OwnPosition>`
    select at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at from position
    where device_id = ${deviceId} and at >= ${since} order by at desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteOwnLeases(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from live_lease where account_id = ${accountId}`.execute(executor);
}
