import type { CheckedStatus } from '@trace/contract/device-status/device-status.function.api';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';

export const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** Shows as this many minutes ago, also when the page's clock is some seconds behind. */
export const shownAgo = (minutes: number): string => ago(minutes + 1 / 3);

export function aStatus(serialNumber: string, change: Partial<DeviceStatusView> = {}): DeviceStatusView {
  return {
    serialNumber,
    status: 'online',
    sleepModeActive: false,
    sleepModeEnabled: false,
    networkType: 'lte',
    network: 'sim',
    configApplied: true,
    connectivity: true,
    liveGpsEnabled: false,
    batteryPct: 82,
    signalPct: 70,
    lastError: null,
    lastSeen: ago(0.2),
    expectedAt: null,
    clockWrongSince: null,
    clockOffSec: null,
    ...change,
  };
}

/** The answer of the function device-status, which has fewer fields. */
export function checkedOf(status: DeviceStatusView): CheckedStatus {
  const {
    serialNumber: _,
    network: __,
    batteryPct: ___,
    signalPct: ____,
    expectedAt: _____,
    clockWrongSince: ______,
    clockOffSec: _______,
    ...facts
  } = status;
  return { success: true, ...facts, timeSinceLastHeartbeat: 12 };
}
