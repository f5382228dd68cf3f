import { faultyTrack, type FaultyTrackName } from '@trace/simulator/testing/faulty-tracks';
import { sql } from 'kysely';
import { createPartition } from '#features/tracking/ingest/tracking.partition.store';
import type { Portal } from '#testing/portal';

/** A position in the past. Omitted fields were not measured. */
export interface PastPosition {
  at: string;
  lat: number;
  lng: number;
  speedMps?: number;
  courseDeg?: number;
  accuracyM?: number;
  altitudeM?: number;
  satellites?: number;
}

/** Returns the positions of a faulty track, as a device would have sent these positions. `beginAt` shifts all times. */
export function positionsOf(name: FaultyTrackName, beginAt?: string): PastPosition[] {
  const { fixes } = faultyTrack(name);
  const shiftMs = beginAt === undefined ? 0 : Date.parse(beginAt) - fixes[0]!.atMs;
  return fixes.map(({ atMs, fix }) => ({ at: new Date(atMs + shiftMs).toISOString(), ...fix }));
}

/** Stores past positions where the ingest would store positions, and creates the partition tables of their days. */
export async function storeHistory(portal: Portal, serial: string, positions: readonly PastPosition[]): Promise<void> {
  const executor = portal.test.database.sql;
  for (const day of new Set(positions.map(({ at }) => at.slice(0, 10))))
    await portal.app.database.transaction((tx) => createPartition(tx, day));
  const of = (key: keyof PastPosition) => positions.map((position) => position[key] ?? null);
  await sql`
    insert into position (device_id, at, boot, seq, lat, lng, altitude_m, speed_mps, course_deg, accuracy_m, satellites,
      skewed, received_at)
    select d.id, n.at, 77, n.nth, n.lat, n.lng, n.altitude_m, n.speed_mps, n.course_deg, n.accuracy_m, n.satellites,
      false, n.at
    from unnest(${of('at')}::timestamptz[], ${of('lat')}::float8[], ${of('lng')}::float8[], ${of('altitudeM')}::real[],
      ${of('speedMps')}::real[], ${of('courseDeg')}::real[], ${of('accuracyM')}::real[], ${of('satellites')}::smallint[])
      with ordinality as n (at, lat, lng, altitude_m, speed_mps, course_deg, accuracy_m, satellites, nth)
    join device d on d.serial = ${serial}`.execute(executor);
}
