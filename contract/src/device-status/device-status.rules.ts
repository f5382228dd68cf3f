import type { networkTypes } from '../device-protocol/states.ts';
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

export const deviceStatuses = ['awaiting', 'offline', 'online', 'sleeping', 'updating', 'error'] as const;
export const networkLabels = ['ethernet', 'sim', 'disconnected'] as const;

export type DeviceStatus = (typeof deviceStatuses)[number];
export type NetworkLabel = (typeof networkLabels)[number];

/** STAT-05: a device is silent after two missed heartbeats, and at most this long after its last message. */
export const silence = {
  missedHeartbeats: 2,
  graceMs: 5 * SECOND_MS,
  mostMs: 150 * SECOND_MS,
  mostWithHubMs: 90 * SECOND_MS,
  wakeGraceMs: 5 * MINUTE_MS,
} as const;

/** STAT-04: how a page asks where push is cut. */
export const statusPolling = {
  baseMs: 45 * SECOND_MS,
  maxBackoff: 8,
  perDeviceMs: 30 * SECOND_MS,
  atOnce: 3,
  atOnceWindowMs: 5 * SECOND_MS,
  failuresShown: 3,
  cacheMs: 10 * SECOND_MS,
  requestDelayMs: 1 * SECOND_MS,
} as const;

/** The known state of a device: its last report, whether it is connected, and when it was last heard. */
export interface DeviceReport {
  reported: 'online' | 'offline' | 'sleeping' | 'updating' | 'error' | null;
  connected: boolean;
  heardAt: Date | null;
  silentAt: Date | null;
}

/** STAT-01: error, updating, sleeping, online, offline in this order. Awaiting when the device was never heard. */
export function statusOf(report: DeviceReport, now: Date): DeviceStatus {
  if (report.heardAt === null) return 'awaiting';
  const silent = report.silentAt !== null && report.silentAt <= now;
  if (report.reported === 'error') return 'error';
  if (report.reported === 'updating' && !silent) return 'updating';
  if (report.reported === 'sleeping' && !silent) return 'sleeping';
  if (silent || report.reported === 'offline') return 'offline';
  return 'online';
}

/** STAT-02: returns the network label that a user sees. A disconnected device has no network. */
export function networkOf(networkType: (typeof networkTypes)[number] | null, connected: boolean): NetworkLabel {
  if (!connected || networkType === null) return 'disconnected';
  return networkType === 'ethernet' ? 'ethernet' : 'sim';
}

/** STAT-05: until when a device that was heard at `heardAt` is believed to be there. */
export function silentAfter(heardAt: Date, heartbeatSec: number, hasHub: boolean): Date {
  const missed = heartbeatSec * SECOND_MS * silence.missedHeartbeats + silence.graceMs;
  return new Date(heardAt.getTime() + Math.min(missed, hasHub ? silence.mostWithHubMs : silence.mostMs));
}

/** STAT-05: returns until when a sleeping device counts as asleep: its expected wake plus a grace. */
export function sleepsUntil(heardAt: Date, wakeInSec: number): Date {
  return new Date(heardAt.getTime() + wakeInSec * SECOND_MS + silence.wakeGraceMs);
}

/** STAT-04: pause before the next automatic question after so many failures in a row. */
export function pollPauseMs(failures: number): number {
  return statusPolling.baseMs * Math.min(2 ** failures, statusPolling.maxBackoff);
}

/** UDASH-12: below these levels a battery is shown as low and as critical. */
const batteryLevels = { lowPct: 20, criticalPct: 10 } as const;

export function batteryLevelOf(percent: number): 'good' | 'low' | 'critical' {
  if (percent < batteryLevels.criticalPct) return 'critical';
  return percent < batteryLevels.lowPct ? 'low' : 'good';
}

/** IDEV-11: below this level, a device may lose its connection where it is mounted. */
export const SIGNAL_WEAK_PCT = 30;

export const signalLevelOf = (percent: number): 'good' | 'weak' => (percent < SIGNAL_WEAK_PCT ? 'weak' : 'good');
