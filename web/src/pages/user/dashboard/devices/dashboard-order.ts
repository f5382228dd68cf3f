import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { batteryLevelOf } from '@trace/contract/device-status/device-status.rules';
import type { Device } from '@trace/contract/devices/devices.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';

const MOVING_WITHIN_MS = 2 * MINUTE_MS;

export interface OrderFacts {
  statuses: ReadonlyMap<string, DeviceStatusView>;
  places: ReadonlyMap<string, LastPlace>;
  nowMs: number;
}

/**
 * Sorts by urgency: error or almost empty battery, moving, offline, others, sleeping. Then sorts by name (UDASH-11).
 */
export function orderDevices(devices: readonly Device[], facts: OrderFacts): Device[] {
  const ranks = new Map(devices.map((device) => [device, rankOf(device, facts)]));
  return devices.toSorted((one, other) => ranks.get(one)! - ranks.get(other)! || one.name.localeCompare(other.name));
}

function rankOf({ serialNumber }: Device, { statuses, places, nowMs }: OrderFacts): number {
  const { status, batteryPct } = statuses.get(serialNumber) ?? { status: 'awaiting', batteryPct: null };
  if (status === 'error') return 0;
  // The battery level of a device that is offline is old. That device follows below.
  if (status !== 'offline' && batteryPct !== null && batteryLevelOf(batteryPct) === 'critical') return 0;
  if (isMoving(places.get(serialNumber), nowMs)) return 1;
  if (status === 'offline') return 2;
  return status === 'sleeping' ? 4 : 3;
}

/** An error, an almost empty battery or silence: a person has to look at the device. */
export function needsAttention({ serialNumber }: Device, statuses: OrderFacts['statuses']): boolean {
  const known = statuses.get(serialNumber);
  if (!known) return false;
  if (known.status === 'error' || known.status === 'offline') return true;
  return known.batteryPct !== null && batteryLevelOf(known.batteryPct) === 'critical';
}

export function isMoving(place: LastPlace | undefined, nowMs: number): boolean {
  if (place === undefined || nowMs - Date.parse(place.at) > MOVING_WITHIN_MS) return false;
  return (place.speedMps ?? 0) >= trackingRules.movingMps;
}
