import type { DeviceStatus, NetworkLabel } from './device-status.rules.ts';

export const statusLabel: Record<DeviceStatus, string> = {
  awaiting: 'Awaiting',
  offline: 'Offline',
  online: 'Online',
  sleeping: 'Sleeping',
  updating: 'Updating',
  error: 'Error',
};

export const networkLabel: Record<NetworkLabel, string> = {
  ethernet: 'Ethernet',
  sim: 'SIM',
  disconnected: 'Disconnected',
};

export const deviceStatusTexts = {
  powerSave: 'Power Save',
  configured: 'Configured',
  awaitingConfig: 'Awaiting config',
  checkFailed: 'Status Check Failed',
  retry: (failures: number, of: number) => `Retry ${failures}/${of}`,
  neverSeen: 'Never',
  nextCheck: (wait: string) => `next check in ${wait}`,
  checkFailedText: (device: string) => `Could not check ${device}. The status shown may be out of date.`,
  checkNow: 'Check status now',
} as const;
