import type { Position } from '@trace/contract/tracking/tracking.schema';

/** A position as stored. */
export interface StoredPosition {
  at: Date;
  boot: number;
  seq: number;
  lat: number;
  lng: number;
  speedMps: number | null;
  courseDeg: number | null;
  accuracyM: number | null;
  receivedAt: Date;
}

/** Presents a stored position for browsers. */
export const presentStored = (serialNumber: string, row: StoredPosition): Position => ({
  serialNumber,
  id: `${row.boot}.${row.seq}`,
  fix: true,
  lat: row.lat,
  lng: row.lng,
  speedMps: row.speedMps,
  courseDeg: row.courseDeg,
  accuracyM: row.accuracyM,
  at: row.at.getTime(),
  receivedAt: row.receivedAt.getTime(),
  source: 'live_gps',
});
