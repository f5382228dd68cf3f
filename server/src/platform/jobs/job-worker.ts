// Takes due jobs under a lease, as many as may run at once, and waits for running jobs when the server stops.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { createWatchdog } from '#platform/clock/watchdog';
import type { Stop } from '#platform/clock/clock';

import { createJobRunner } from './job-runner.ts';
import type { JobRunnerOptions } from './job-runner.ts';
import { JOB_CHANNEL, takeDueJobs } from './jobs.store.ts';
import type { FreeSlots, LeasedJob } from './jobs.store.ts';

export interface JobWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether the worker polls for jobs and the last polls succeeded. */
  isWorking(): boolean;
  /** Runs all due jobs to their end, repeatedly until no job is due. */
  runDue(): Promise<void>;
}

/** Finds jobs that became due without a notification: delayed jobs, and jobs of dead workers. */
const LOOK_EVERY_MS = 1_000;
/** The worker counts as failing after so many failed polls. */
const LATE_AFTER_MS = 15 * LOOK_EVERY_MS;
const DRAIN_MS = 3_000;
const DRAIN_AFTER_ABORT_MS = 1_500;

export function createJobWorker({ database, clock, log, definitions, countJob }: JobRunnerOptions): JobWorker {
  const running = new Map<number, Promise<void>>();
  const runningByName = new Map<string, number>();
  const runner = createJobRunner({ database, clock, log, definitions, countJob });
  const watchdog = createWatchdog(clock, LATE_AFTER_MS);
  let isStarted = false;
  let isAsked = false;
  let isFilling = false;
  let filling: Promise<void> = Promise.resolve();
  let stopListening: Stop = () => {};
  let stopLooking: Stop = () => {};

  const countRunning = (name: string, change: number): void => {
    runningByName.set(name, (runningByName.get(name) ?? 0) + change);
  };

  /** Leases due jobs up to the free capacity and starts them. */
  const takeAndBegin = async (): Promise<void> => {
    const now = clock.now();
    const free = [...definitions].flatMap(([name, { concurrency, leaseMs }]): FreeSlots[] => {
      const slots = concurrency - (runningByName.get(name) ?? 0);
      return slots > 0 ? [{ name, slots, until: new Date(now.getTime() + leaseMs) }] : [];
    });
    if (free.length === 0) return;
    // A run goes on while the database is away, although its lease ends meanwhile.
    const jobs = await takeDueJobs(database.sql, free, { lease: randomUUID(), now, except: [...running.keys()] });
    for (const job of jobs) begin(job);
  };

  const begin = (job: LeasedJob): void => {
    countRunning(job.name, 1);
    const run = runner.execute(job).finally(() => {
      running.delete(job.id);
      countRunning(job.name, -1);
      if (isStarted) wake();
    });
    running.set(job.id, run);
  };

  const wake = (): void => {
    isAsked = true;
    if (!isFilling) filling = fillWhileAsked();
  };

  const fillWhileAsked = async (): Promise<void> => {
    isFilling = true;
    try {
      while (isAsked && isStarted) {
        isAsked = false;
        await takeAndBegin();
        watchdog.reset();
      }
    } catch (error) {
      log.warn({ err: error }, 'Fetching jobs failed, retrying at the next poll');
    } finally {
      isFilling = false;
    }
  };

  const drain = async (atMostMs: number): Promise<void> => {
    await Promise.race([Promise.all(running.values()), wait(atMostMs, undefined, { ref: false })]);
  };

  return {
    isWorking: watchdog.isAlive,
    start: async () => {
      isStarted = true;
      stopListening = await database.listen(JOB_CHANNEL, wake);
      stopLooking = clock.every(LOOK_EVERY_MS, wake);
      wake();
    },
    stop: async () => {
      isStarted = false;
      stopListening();
      stopLooking();
      await filling;
      watchdog.end();
      await drain(DRAIN_MS);
      if (running.size === 0) return;
      runner.abortAll();
      await drain(DRAIN_AFTER_ABORT_MS);
    },
    runDue: async () => {
      for (;;) {
        await takeAndBegin();
        // A concurrent look may have leased due jobs without starting them yet.
        while (isFilling) await filling;
        if (running.size === 0) return;
        await Promise.all(running.values());
      }
    },
  };
}
