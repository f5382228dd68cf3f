import { isPhone } from '@trace/contract/kernel/serial';
import type { DeviceEvent } from '#features/device-health/device-health.port';
import type { NewPanicEvent } from './panic.port.ts';

/** The press of the button of a tracker, or the SOS of a phone. Each is handed over once, however often it is sent. */
export function panicOfTracker(event: DeviceEvent): NewPanicEvent {
  const { deviceId, serial, boot, seq, ts, digest, at, receivedAt, skewed, place } = event;
  return {
    source: isPhone(serial) ? 'phone' : 'tracker',
    sourceEventId: `${deviceId}:${boot}:${seq}:${ts}:${digest}`,
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
