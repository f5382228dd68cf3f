import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

export interface DeviceStatusPort {
  /** How a device is now; `wakesAt` when it sleeps. */
  statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }>;
}
