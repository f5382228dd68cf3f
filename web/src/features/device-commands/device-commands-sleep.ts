import { isFinished } from '@trace/contract/device-commands/device-commands.rules';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';

/** For this long an answer outranks a report, because the report with the new value is still on its way. */
const REPORTED_WITHIN_MS = 2 * MINUTE_MS;

export interface SleepMode {
  isOn: boolean;
  /** The value was set, and the device has not received the value yet. */
  isWaiting: boolean;
}

/**
 * CTRL-02: a set value counts while its command is open, and for 2 minutes after the device's answer. Otherwise the
 * reported value counts.
 */
export function sleepModeOf(commands: readonly DeviceCommand[], isReportedOn: boolean, nowMs: number): SleepMode {
  const newest = commands.find(({ sleepModeEnabled }) => sleepModeEnabled !== null);
  if (newest === undefined) return { isOn: isReportedOn, isWaiting: false };
  const isOn = newest.sleepModeEnabled!;
  if (!isFinished(newest.state)) return { isOn, isWaiting: newest.state === 'queued' || newest.state === 'waiting' };
  const isFresh = newest.finishedAt !== null && nowMs - Date.parse(newest.finishedAt) < REPORTED_WITHIN_MS;
  return { isOn: newest.state === 'answered' && isFresh ? isOn : isReportedOn, isWaiting: false };
}
