import { listLastPlaces, type LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { ago } from './fake-server-status.ts';
import type { FakeServer } from '../fake-server.ts';

export function aPlace(
  serialNumber: string,
  minutes: number,
  lat: number,
  lng: number,
  speedMps: number | null = 0,
): LastPlace {
  return { serialNumber, lat, lng, accuracyM: 6, speedMps, at: ago(minutes), source: 'live_gps' };
}

/** The ute drives, the boat sleeps and the caravan is away. */
export const miasPlaces = (): LastPlace[] => [
  aPlace('Trace_4F21', 0, -33.8412, 151.2103, 8),
  aPlace('Trace_4F6E', 38, -33.852, 151.232),
  aPlace('Trace_4D18', 2_900, -33.798, 151.288),
];

export function servePlaces(server: FakeServer, world: { places: LastPlace[] }): void {
  server.on(listLastPlaces, () => ({ places: world.places }));
}
