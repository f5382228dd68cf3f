import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

export interface DeviceStatusPort {
  /** How these devices are now, in their order. */
  viewsOf(devices: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]>;
  /** How a device is now; `wakesAt` when it sleeps. */
  statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }>;
}
