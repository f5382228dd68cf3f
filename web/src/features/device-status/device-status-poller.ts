import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { Stop } from '#lib/stop.ts';
import { createStore } from '#lib/store.ts';
import {
  begin,
  emptySchedule,
  fail,
  nextLookAt,
  rest,
  succeed,
  takeDue,
  watch,
  type DevicePoll,
} from './device-status-poll-schedule.ts';

interface PollerOptions<Answer> {
  /** Polls one device. */
  ask: (serial: string) => Promise<Answer>;
  /** Shows the answer. */
  keep: (serial: string, answer: Answer) => void;
  /** When all devices were told of last, in ms. */
  knownAt: () => number;
  random?: () => number;
}

export interface StatusPoller {
  /** Polls these devices on schedule until stopped. */
  run: (serials: readonly string[]) => Stop;
  /** Asks now, past every limit; answers whether how the device is could be learnt. */
  refresh: (serial: string) => Promise<boolean>;
  /** Records a pushed status of this device. A pending answer is discarded because its status may be older. */
  hear: (serial: string) => void;
  readChecks: () => ReadonlyMap<string, DevicePoll>;
  onChecks: (listener: () => void) => Stop;
}

/** Drives the schedule of STAT-04 by the clock. */
export function createStatusPoller<Answer>(options: PollerOptions<Answer>): StatusPoller {
  const { ask, keep, knownAt, random = Math.random } = options;
  /** The newest poll of each device. Answers to earlier polls are stale. */
  const open = new Map<string, symbol>();
  const schedule = createStore(emptySchedule);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const look = () => {
    clearTimeout(timer);
    if (!isRunning) return;
    const due = takeDue(schedule.get(), Date.now());
    if (due.serials.length > 0) schedule.set(due.schedule);
    for (const serial of due.serials) {
      // A poll that is still delayed when the poller stops is cancelled.
      setTimeout(() => isRunning && void question(serial), random() * statusPolling.requestDelayMs);
    }
    const nextAt = nextLookAt(schedule.get(), Date.now());
    if (nextAt !== null) timer = setTimeout(look, Math.max(0, nextAt - Date.now()));
  };

  const question = async (serial: string): Promise<boolean> => {
    const mine = Symbol(serial);
    open.set(serial, mine);
    const answer = await ask(serial).then(
      (value) => ({ value }),
      () => null,
    );
    if (open.get(serial) !== mine) return true;
    open.delete(serial);
    if (answer) keep(serial, answer.value);
    schedule.set((answer ? succeed : fail)(schedule.get(), serial, Date.now()));
    look();
    return answer !== null;
  };

  const refresh = (serial: string) => {
    schedule.set(begin(schedule.get(), serial, Date.now()));
    return question(serial);
  };

  const hear = (serial: string) => {
    open.delete(serial);
    if (schedule.get().devices.has(serial)) schedule.set(succeed(schedule.get(), serial, Date.now()));
  };

  const run = (serials: readonly string[]): Stop => {
    isRunning = true;
    schedule.set(watch(schedule.get(), serials, Date.now(), knownAt()));
    look();
    return () => {
      isRunning = false;
      clearTimeout(timer);
      schedule.set(rest(schedule.get()));
    };
  };

  return { run, refresh, hear, readChecks: () => schedule.get().devices, onChecks: schedule.subscribe };
}
