import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { DeviceWithPeople } from '#features/devices/devices.port';

/** By local time in place of UTC, or set by hand, a clock is at most this far ahead. */
const SLIGHTLY_AHEAD_MS = DAY_MS;

/** Whether the clock is so little ahead that the position is at most a day old. `ts` is the device's clock in ms. */
export function isSlightlyAhead(ts: number, receivedAt: Date): boolean {
  const aheadMs = ts - receivedAt.getTime();
  return aheadMs > deviceProtocol.newestAheadMs && aheadMs <= SLIGHTLY_AHEAD_MS;
}

/**
 * Whether the people who may see a device are the same as a day before. Of an assigned device these are its user and
 * the people whom the user allows.
 */
export function hasSamePeople({ registeredAt, people }: DeviceWithPeople, receivedAt: Date): boolean {
  const users = people.filter(({ relation }) => relation === 'assigned_user');
  const since = [registeredAt, ...(users.length === 0 ? people : users).map((person) => person.since)];
  return since.every((at) => receivedAt.getTime() - at.getTime() >= SLIGHTLY_AHEAD_MS);
}
