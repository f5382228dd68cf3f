import type { DeviceHandler } from '#platform/devices/device-message';
import type { TrackingIngest } from './ingest/tracking.ingest.service.ts';

export function trackingHandlers(ingest: TrackingIngest) {
  const locations: DeviceHandler<'location'> = {
    name: 'tracking location',
    kind: 'location',
    store: (tx, messages, isLast) => ingest.store(tx, messages, isLast),
  };
  return [locations];
}
