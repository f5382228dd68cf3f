import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface PanicPositionRow {
  readonly incidentId: string;
  readonly deviceId: number;
  readonly at: Date;
  readonly receivedAt: Date;
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM: number | null;
}

/** Stores a position. Returns false when the incident has the position already. */
export async function insertPosition(tx: Executor, position: PanicPositionRow): Promise<boolean> {
  const { incidentId, deviceId, at, receivedAt, lat, lng, accuracyM } = position;
  const { rows } = await sql`
    insert into panic_position (incident_id, device_id, at, received_at, lat, lng, accuracy_m)
    values (${incidentId}, ${deviceId}, ${at}, ${receivedAt}, ${lat}, ${lng}, ${accuracyM})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes positions from before an instant. */
export async function deleteOldPositions(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from panic_position where ctid in (
      select ctid from panic_position where received_at < ${before} limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}

/** The positions of these devices in an incident, newest first. */
export async function listPositions(
  executor: Executor,
  incidentId: string,
  deviceIds: readonly number[],
  limit: number,
): Promise<PanicPositionRow[]> {
  const { rows } = await sql<PanicPositionRow>`
    select incident_id, device_id, at, received_at, lat, lng, accuracy_m from panic_position
    where incident_id = ${incidentId} and device_id = any(${[...deviceIds]}::int[])
    order by at desc limit ${limit}`.execute(executor);
  return rows;
}
