import { reachOf } from '#features/tracking/tracking.queries.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { useState } from 'react';
import { isMoving, type OrderFacts } from './devices/dashboard-order.ts';
import type { Places } from './dashboard-places.ts';

/** The device that live tracking suggests: the only device, else a moving device, else an online device (LIVE-12). */
export function suggestDevice(devices: readonly Device[], { statuses, places, nowMs }: OrderFacts): Device | null {
  if (devices.length === 1) return devices[0] ?? null;
  const online = devices.filter(({ serialNumber }) => {
    const status = statuses.get(serialNumber);
    return status !== undefined && reachOf(status) === 'online';
  });
  return online.find(({ serialNumber }) => isMoving(places.get(serialNumber), nowMs)) ?? online[0] ?? null;
}

/**
 * Returns the device that the Live Tracking tab suggests until the person chooses. The suggestion stays while the tab is
 * open: when its device is removed, no other device is suggested instead.
 */
export function useSuggestedDevice(
  devices: readonly Device[],
  statuses: ReadonlyMap<string, DeviceStatusView>,
  places: Places,
): Device | null {
  const [serial, setSerial] = useState<string | null>(null);
  if (serial === null && !places.isLoading) {
    const suggested = suggestDevice(devices, { statuses, places: places.of, nowMs: serverNowMs() });
    if (suggested) setSerial(suggested.serialNumber);
  }
  return devices.find(({ serialNumber }) => serialNumber === serial) ?? null;
}
