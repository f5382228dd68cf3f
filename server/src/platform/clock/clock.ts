// Injected time. Only this file reads the machine's clock or sets a timer for a decision. Timers run on elapsed time,
// so a jump of the wall clock neither fires nor delays them.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export type Stop = () => void;

export interface Clock {
  now(): Date;
  /** Runs once after `delayMs`. The timer alone does not keep the process alive. */
  after(delayMs: number, run: () => void): Stop;
  /**
   * Runs every `intervalMs`, counted from the end of the previous run, so runs never overlap. `run` must handle its own
   * errors. A rejection is not caught here, and the interval continues afterwards. The timer alone does not keep the
   * process alive.
   */
  every(intervalMs: number, run: () => void | Promise<void>): Stop;
  /** Waits, and keeps the process alive meanwhile. Resolves early, without an error, when `signal` aborts. */
  sleep(waitMs: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires longer timers at once instead of late, so long waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const MEASURE_EVERY_MS = 60_000;

/** The machine's own clock. */
export function systemClock(): Clock {
  return {
    now: () => new Date(),
    after: (delayMs, run) => setLongTimer(delayMs, run, false),
    every: (intervalMs, run) => repeat((next) => setLongTimer(intervalMs, next, false), run),
    sleep: (waitMs, signal) => sleepBy((done) => setLongTimer(waitMs, done, true), signal),
  };
}

/**
 * A clock that shows the database's time: measured now and once a minute, extrapolated by elapsed time in between. A
 * jump of the server's wall clock has no effect, and all server processes agree. While the database is away, the last
 * measurement is extrapolated. `stop` ends the measuring.
 */
export async function databaseClock(
  database: { readonly sql: Kysely<unknown> },
  base: Clock,
): Promise<Clock & { stop: Stop }> {
  const first = await measureOrigin(database.sql);
  let originMs = (first.earliestMs + first.latestMs) / 2;
  const measureAgain = async (): Promise<void> => {
    try {
      const { earliestMs, latestMs } = await measureOrigin(database.sql);
      // A late answer says little. A guess in the middle would move this clock away from those of other processes.
      originMs = Math.min(Math.max(originMs, earliestMs), latestMs);
    } catch {
      // The database is away: the last measurement is still right to within the drift of a quartz.
    }
  };
  const stop = base.every(MEASURE_EVERY_MS, measureAgain);
  return { ...base, now: () => new Date(originMs + performance.now()), stop };
}

/** Bounds of the database's time, in Unix ms, at which this process's elapsed time was zero. */
async function measureOrigin(executor: Kysely<unknown>): Promise<{ earliestMs: number; latestMs: number }> {
  const askedMs = performance.now();
  const { rows } = await sql<{ epochMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as epoch_ms`.execute(executor);
  const answeredMs = performance.now();
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell the time');
  return { earliestMs: row.epochMs - answeredMs, latestMs: row.epochMs - askedMs };
}

function setLongTimer(delayMs: number, run: () => void | Promise<void>, keepsAlive: boolean): Stop {
  const dueMs = performance.now() + delayMs;
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const leftMs = dueMs - performance.now();
    const isLastLeg = leftMs <= LONGEST_TIMER_MS;
    timer = setTimeout(() => void (isLastLeg ? run() : arm()), Math.min(leftMs, LONGEST_TIMER_MS));
    if (!keepsAlive) timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}

/** Runs again and again, each time `wait` after the end of the run before. */
export function repeat(wait: (next: () => void | Promise<void>) => Stop, run: () => void | Promise<void>): Stop {
  let stopped = false;
  let cancel: Stop = () => {};
  const next = async (): Promise<void> => {
    try {
      await run();
    } finally {
      if (!stopped) cancel = wait(next);
    }
  };
  cancel = wait(next);
  return () => {
    stopped = true;
    cancel();
  };
}

/** A promise that ends when `wait` calls back or when the signal aborts, whichever is first. */
export function sleepBy(wait: (done: () => void) => Stop, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = wait(finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
