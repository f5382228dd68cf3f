import { isFinished } from '@trace/contract/device-commands/device-commands.rules';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';

/** So long an answer counts for more than a report: the report that tells the same is on its way. */
const REPORTED_WITHIN_MS = 2 * MINUTE_MS;

export interface SleepMode {
  isOn: boolean;
  /** It was set, and the device does not know yet. */
  isWaiting: boolean;
}

/** CTRL-02: what somebody set counts until the device has refused it; else what the device reports. */
export function sleepModeOf(commands: readonly DeviceCommand[], isReportedOn: boolean, nowMs: number): SleepMode {
  const newest = commands.find(({ sleepModeEnabled }) => sleepModeEnabled !== null);
  if (newest === undefined) return { isOn: isReportedOn, isWaiting: false };
  const isOn = newest.sleepModeEnabled!;
  if (!isFinished(newest.state)) return { isOn, isWaiting: newest.state === 'queued' || newest.state === 'waiting' };
  const isFresh = newest.finishedAt !== null && nowMs - Date.parse(newest.finishedAt) < REPORTED_WITHIN_MS;
  return { isOn: newest.state === 'answered' && isFresh ? isOn : isReportedOn, isWaiting: false };
}
