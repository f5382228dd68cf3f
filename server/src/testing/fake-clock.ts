// A clock for tests that moves only when told to.
import { repeat, sleepBy } from '#platform/clock/clock';
import type { Clock, Stop } from '#platform/clock/clock';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

const PATIENCE_MS = 1_000;

/**
 * The approximate maximum of firings of an interval in a single advance. A month has more than a million half seconds,
 * and each firing asks the database. More than one firing shows work that is done twice, and lets the work of an
 * interval follow the work of another.
 */
const MOST_FIRES = 3;

/**
 * A shorter advance leaves out no firing. In one minute, the intervals of a whole server fire a thousand times, and
 * each firing takes milliseconds.
 */
const LONG_MS = 15_000;

export interface FakeClock extends Clock {
  /**
   * Lets time pass: fires due timers in order, each at its own instant, and awaits asynchronous work. A run that waits
   * for this clock could never end. `advance` leaves such a run behind when the run sleeps. `advance` also leaves
   * behind a run that has set a timer and is still pending after a second of real time. An interval that would fire
   * more than three times in an advance of over 15 seconds is thinned out to about that number, and its last firing is
   * at the end. A test that counts firings or needs a longer chain of them makes several shorter advances.
   */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock, as a wrong clock would jump: timers count elapsed time and neither fire nor shift. */
  set(at: Date): void;
}

/** @param start the first instant shown, by default a Monday noon in UTC */
export function fakeClock(start: Date = new Date('2026-03-02T12:00:00.000Z')): FakeClock {
  const timers = new Set<Timer>();
  let wallMs = start.getTime();
  let elapsedMs = 0;
  let order = 0;
  let advancing = { targetMs: 0, strideMs: 0 };
  const sleepWatchers = new Set<() => void>();

  const add = (delayMs: number, run: Timer['run']): Stop => {
    const timer = { dueMs: elapsedMs + Math.max(0, delayMs), order: order++, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };

  /** Schedules the next firing of an interval. A long advance thins out firings, but not beyond its end. */
  const addNext = (intervalMs: number, next: Timer['run']): Stop => {
    const { targetMs, strideMs } = advancing;
    const thinnedMs = Math.min(strideMs, targetMs - elapsedMs);
    return add(Math.max(intervalMs, thinnedMs), next);
  };

  const moveTo = (targetMs: number): void => {
    wallMs += targetMs - elapsedMs;
    elapsedMs = targetMs;
  };

  const fire = async (timer: Timer): Promise<void> => {
    timers.delete(timer);
    moveTo(Math.max(elapsedMs, timer.dueMs));
    const orderBefore = order;
    const left = Promise.withResolvers<void>();
    sleepWatchers.add(left.resolve);
    const patience = setInterval(() => {
      if (order > orderBefore) left.resolve();
    }, PATIENCE_MS);
    const run = settled(timer.run());
    // Waits without polling, because the processor that a busy loop takes is missing in the database.
    await Promise.race([run.done, left.promise]);
    clearInterval(patience);
    sleepWatchers.delete(left.resolve);
    await run.rethrow();
    await tick();
  };

  const advance = async (ms: number): Promise<void> => {
    const targetMs = elapsedMs + ms;
    advancing = { targetMs, strideMs: ms > LONG_MS ? ms / MOST_FIRES : 0 };
    await tick();
    for (let timer = firstDue(timers, targetMs); timer !== undefined; timer = firstDue(timers, targetMs)) {
      await fire(timer);
    }
    moveTo(targetMs);
  };

  return {
    now: () => new Date(wallMs),
    after: add,
    every: (intervalMs, run) => repeat((next) => addNext(intervalMs, next), run),
    sleep: (waitMs, signal) => {
      for (const leave of sleepWatchers) leave();
      return sleepBy((done) => add(waitMs, done), signal);
    },
    advance,
    set: (at) => {
      wallMs = at.getTime();
    },
  };
}

function firstDue(timers: Set<Timer>, targetMs: number): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) {
    if (timer.dueMs <= targetMs && (first === undefined || isBefore(timer, first))) first = timer;
  }
  return first;
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}

/** Waits a turn of the event loop, so that code woken by a timer can continue. */
function tick(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Watches a run and handles its rejection. `rethrow` throws an error that has already happened. */
function settled(run: void | Promise<void>): {
  done: Promise<void>;
  rethrow: () => Promise<void>;
} {
  let outcome: Promise<void> | undefined;
  const finish = (): void => {
    outcome = Promise.resolve(run);
  };
  const done = Promise.resolve(run).then(finish, finish);
  return { done, rethrow: () => outcome ?? Promise.resolve() };
}
