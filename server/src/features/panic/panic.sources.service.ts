import type { DeviceEvent } from '#features/device-health/device-health.port';
import type { NewPanicEvent } from './panic.port.ts';

/** The press of the button of a tracker. Each press is handed over once, however often the tracker sends it. */
export function panicOfTracker(event: DeviceEvent): NewPanicEvent {
  const { deviceId, boot, seq, ts, at, receivedAt, skewed, place } = event;
  return {
    source: 'tracker',
    sourceEventId: `${deviceId}:${boot}:${seq}:${ts}`,
    kind: 'panic',
    hub: null,
    deviceIds: [deviceId],
    happenedAt: skewed ? null : at,
    receivedAt,
    hasWrongClock: skewed,
    place: place === null ? null : { ...place, accuracyM: null },
    trigger: null,
  };
}
