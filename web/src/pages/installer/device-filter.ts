import {
  deviceStatuses,
  type DeviceStatus,
  type DeviceStatusView,
} from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';

/** What stands in the address of the device list. */
export interface DeviceFilter {
  q?: string;
  status?: DeviceStatus;
}

/** Reads the filter out of an address that anybody may have typed. */
export function readDeviceFilter({ q, status }: Record<string, unknown>): DeviceFilter {
  const known = deviceStatuses.find((each) => each === status);
  return { ...(typeof q === 'string' && q !== '' && { q }), ...(known && { status: known }) };
}

/** The devices whose name or serial has the words in it and that are in the status. */
export function filterDevices(
  devices: readonly Device[],
  statuses: ReadonlyMap<string, DeviceStatusView>,
  { q = '', status }: DeviceFilter,
): Device[] {
  const wanted = q.trim().toLowerCase();
  return devices.filter(({ name, serialNumber }) => {
    if (status && (statuses.get(serialNumber)?.status ?? 'awaiting') !== status) return false;
    return name.toLowerCase().includes(wanted) || serialNumber.toLowerCase().includes(wanted);
  });
}
