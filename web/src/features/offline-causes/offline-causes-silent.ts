import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';

/** Statuses of a device that people ask about. */
export const silentStatuses: ReadonlySet<string> = new Set<DeviceStatus>(['offline', 'error', 'awaiting']);
