import { firmwareRules, type WaitingReason } from '@trace/contract/firmware/firmware.rules';
import type { RolloutSettings } from '@trace/contract/firmware/staff/firmware.staff.schema';

export interface GuardedDevice {
  /** True for a device that asks over HTTP just now. */
  readonly isOnline: boolean;
  readonly isAsleep: boolean;
  readonly batteryPct: number | null;
  readonly hasExternalPower: boolean;
  /** The speed of the newest position. Null: unknown, or the position is old. */
  readonly speedMps: number | null;
  readonly isTrackedLive: boolean;
  readonly hasOpenPanic: boolean;
  /** A person asked for the update now. */
  readonly isWanted: boolean;
}

/** Why this device must not be offered an update now, or null. */
export function findGuard(
  device: GuardedDevice,
  { minBatteryPct, quietHours }: Pick<RolloutSettings, 'minBatteryPct' | 'quietHours'>,
  now: Date,
): WaitingReason | null {
  if (device.hasOpenPanic) return 'panic_open';
  if (device.isAsleep) return 'asleep';
  if (!device.isOnline) return 'offline';
  if (device.isTrackedLive) return 'live_tracking';
  if (device.batteryPct !== null && device.batteryPct < minBatteryPct && !device.hasExternalPower) return 'battery_low';
  if (device.speedMps !== null && device.speedMps > firmwareRules.movingAboveMps) return 'moving';
  if (quietHours !== null && !device.isWanted && isQuiet(quietHours, now)) return 'quiet_hours';
  return null;
}

/** From `from` to before `to` by the clocks of the time zone. Equal times: the whole day. */
export function isQuiet({ from, to, timeZone }: NonNullable<RolloutSettings['quietHours']>, now: Date): boolean {
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return from < to ? time >= from && time < to : time >= from || time < to;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
