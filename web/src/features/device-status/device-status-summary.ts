import { deviceStatuses, type DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';

/** Counts the devices in each status. A device without a known status counts as awaiting. */
function countStatuses(
  serials: readonly string[],
  statuses: ReadonlyMap<string, DeviceStatusView>,
): Record<DeviceStatus, number> {
  const counts = Object.fromEntries(deviceStatuses.map((status) => [status, 0])) as Record<DeviceStatus, number>;
  for (const serial of serials) counts[statuses.get(serial)?.status ?? 'awaiting'] += 1;
  return counts;
}

/** Statuses that need attention are always listed. Of the other statuses, only the first that occurs is listed. */
const alwaysSaid: readonly DeviceStatus[] = ['error', 'offline'];
const worthSaying: readonly DeviceStatus[] = ['updating', 'sleeping', 'awaiting'];

/** Returns one line about all devices: '3 devices, 1 offline', '4 devices, 2 with an error, 1 offline'. */
export function summaryOf(serials: readonly string[], statuses: ReadonlyMap<string, DeviceStatusView>): string {
  const total = serials.length;
  if (total === 0) return '';
  const counts = countStatuses(serials, statuses);
  const wanting = alwaysSaid.filter((status) => counts[status] > 0);
  const first = wanting[0] ?? worthSaying.find((status) => counts[status] > 0) ?? 'online';
  if (total === 1) return `1 device, ${wordOf(first)}`;
  if (counts[first] === total) return `${total} devices, all ${wordOf(first)}`;
  const others = wanting.slice(1).map((status) => `, ${counts[status]} ${wordOf(status)}`);
  return `${total} devices, ${counts[first]} ${wordOf(first)}${others.join('')}`;
}

const wordOf = (status: DeviceStatus): string =>
  status === 'error' ? 'with an error' : statusLabel[status].toLowerCase();
