import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { Stop } from '#lib/stop.ts';
import {
  begin,
  emptySchedule,
  fail,
  nextLookAt,
  succeed,
  takeDue,
  watch,
  type DevicePoll,
} from './device-status-poll-schedule.ts';

interface PollerOptions {
  /** Asks for one device and keeps the answer. */
  ask: (serial: string) => Promise<void>;
  /** Asking failed for the third time in a row, or by hand. */
  onCheckFailed: (serial: string) => void;
  random?: () => number;
}

export interface StatusPoller {
  /** Asks for these devices by itself until stopped. */
  run: (serials: readonly string[]) => Stop;
  /** Asks now, past every limit. */
  refresh: (serial: string) => void;
  readChecks: () => ReadonlyMap<string, DevicePoll>;
  onChecks: (listener: () => void) => Stop;
}

/** Drives the schedule of STAT-04 by the clock. */
export function createStatusPoller({ ask, onCheckFailed, random = Math.random }: PollerOptions): StatusPoller {
  const listeners = new Set<() => void>();
  let schedule = emptySchedule;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const setSchedule = (next: typeof schedule) => {
    schedule = next;
    for (const listener of listeners) listener();
  };

  const look = () => {
    clearTimeout(timer);
    if (!isRunning) return;
    const due = takeDue(schedule, Date.now());
    setSchedule(due.schedule);
    for (const serial of due.serials)
      setTimeout(() => void question(serial, false), random() * statusPolling.requestDelayMs);
    const nextAt = nextLookAt(schedule, Date.now());
    if (nextAt !== null) timer = setTimeout(look, Math.max(0, nextAt - Date.now()));
  };

  const question = async (serial: string, isByHand: boolean) => {
    try {
      await ask(serial);
      setSchedule(succeed(schedule, serial, Date.now()));
    } catch {
      setSchedule(fail(schedule, serial, Date.now()));
      const failures = schedule.devices.get(serial)?.failures;
      if (isByHand || failures === statusPolling.failuresShown) onCheckFailed(serial);
    }
    look();
  };

  const refresh = (serial: string) => {
    if (!schedule.devices.has(serial)) setSchedule(watch(schedule, [...schedule.devices.keys(), serial], Date.now()));
    setSchedule(begin(schedule, serial, Date.now()));
    void question(serial, true);
  };

  const run = (serials: readonly string[]): Stop => {
    isRunning = true;
    setSchedule(watch(schedule, serials, Date.now()));
    look();
    return () => {
      isRunning = false;
      clearTimeout(timer);
    };
  };

  const onChecks = (listener: () => void): Stop => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return { run, refresh, readChecks: () => schedule.devices, onChecks };
}
