// Work for later: written in the caller's transaction, done at least once, by whichever server process is alive.
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import { createJobWorker } from './job-worker.ts';
import type { JobDefinition, JobEnd, JobRun } from './job-worker.ts';
import { deleteOldFailures, insertJob, insertJobs } from './jobs.store.ts';
import { startScheduledTask } from './scheduled-tasks.ts';
import type { ScheduledTask } from './scheduled-tasks.ts';

export type { JobEnd, JobRun } from './job-worker.ts';

/** A kind of job: its name in the table, and the shape of its payload, which is parsed again when the job runs. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

export const defineJob = <Payload>(name: string, payload: z.ZodType<Payload>): JobKind<Payload> => ({ name, payload });

export interface EnqueueOptions {
  /** Not before this instant; now when left out. */
  readonly runAt?: Date;
  /**
   * The same name and key wait only once; what already runs counts as waiting until it is done. A job that was given
   * up gets its attempts anew.
   */
  readonly key?: string;
}

/** Of many at once each has a key of its own. */
export interface OneOfMany<Payload> {
  readonly payload: Payload;
  readonly key: string;
  /** Not before this instant; now when left out. */
  readonly runAt?: Date;
}

export interface JobOptions {
  /** After so many the job is given up and kept as failed. */
  readonly maxAttempts?: number;
  /** So many of this name run at once in one process. */
  readonly concurrency?: number;
}

export interface Jobs {
  /**
   * Says who does the work. It may run twice (after a crash), so its effects must bear repeating. When it answers an
   * instant, the same job runs again then, and the attempt does not count.
   */
  define<Payload>(
    kind: JobKind<Payload>,
    handler: (payload: Payload, run: JobRun) => Promise<JobEnd>,
    options?: JobOptions,
  ): void;
  /** Happens if, and only if, the transaction commits. The payload is JSON. */
  enqueue<Payload>(
    executor: Executor,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** As `enqueue`, for many at once. */
  enqueueAll<Payload>(executor: Executor, kind: JobKind<Payload>, jobs: readonly OneOfMany<Payload>[]): Promise<void>;
  /** Runs once per interval in one of the processes (in all of them it may be asked for), from `start` on. */
  schedule(name: string, intervalMs: number, run: () => Promise<void>): Stop;
  start(): Promise<void>;
  /** Takes nothing new, waits up to 3 s for what runs, then aborts it and gives it back for others. */
  stop(): Promise<void>;
  /** Work is being taken: it has started, and the database lets it. */
  isWorking(): boolean;
  /** For tests with a fake clock: runs all jobs that are due and waits for them. */
  runDue(): Promise<void>;
}

/** With pauses of 5 s, 15 s, 45 s … up to an hour: about four hours until a job is given up and kept as failed. */
const DEFAULT_MAX_ATTEMPTS = 10;
const DEFAULT_CONCURRENCY = 4;

/** What takes longer is left to its lease: another process, or the next start, runs it again. */
const TIMERS_DRAIN_MS = 3_000;

const DAY_MS = 24 * 60 * 60_000;
const KEEP_FAILURES_MS = 30 * DAY_MS;

export function createJobs({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Jobs {
  const definitions = new Map<string, JobDefinition>();
  const worker = createJobWorker({ database, clock, log, definitions });
  const timers = new Map<ScheduledTask, Stop>();
  const runningTimers = new Set<Promise<void>>();
  let isStarted = false;

  const startOne = (timer: ScheduledTask): void => {
    timers.set(timer, startScheduledTask(timer, { database, clock, log }));
  };

  /** Known while it runs, so that `stop` can wait for it. */
  const remembered = (run: () => Promise<void>) => async (): Promise<void> => {
    const running = run();
    runningTimers.add(running);
    try {
      await running;
    } finally {
      runningTimers.delete(running);
    }
  };

  const schedule = (name: string, intervalMs: number, run: () => Promise<void>): Stop => {
    const timer: ScheduledTask = { name, intervalMs, run: remembered(run) };
    timers.set(timer, () => {});
    if (isStarted) startOne(timer);
    return () => {
      timers.get(timer)?.();
      timers.delete(timer);
    };
  };

  schedule('jobs.prune', DAY_MS, () =>
    deleteOldFailures(database.sql, new Date(clock.now().getTime() - KEEP_FAILURES_MS)),
  );

  return {
    define: ({ name, payload: schema }, handler, options = {}) => {
      if (definitions.has(name)) throw new Error(`job '${name}' is defined twice`);
      const { maxAttempts = DEFAULT_MAX_ATTEMPTS, concurrency = DEFAULT_CONCURRENCY } = options;
      const run = async (payload: unknown, jobRun: JobRun): Promise<JobEnd> => handler(schema.parse(payload), jobRun);
      definitions.set(name, { run, maxAttempts, concurrency });
    },
    enqueue: (executor, { name }, payload, options = {}) =>
      insertJob(executor, { name, payload, key: options.key ?? null, runAt: options.runAt ?? clock.now() }),
    enqueueAll: async (executor, { name }, many) => {
      const now = clock.now();
      if (many.length > 0)
        await insertJobs(
          executor,
          name,
          many.map((job) => ({ runAt: now, ...job })),
        );
    },
    schedule,
    start: async () => {
      isStarted = true;
      for (const timer of timers.keys()) startOne(timer);
      await worker.start();
    },
    stop: async () => {
      isStarted = false;
      for (const stopTimer of timers.values()) stopTimer();
      const timersDone = Promise.allSettled(runningTimers);
      await Promise.all([worker.stop(), Promise.race([timersDone, wait(TIMERS_DRAIN_MS, undefined, { ref: false })])]);
    },
    isWorking: () => worker.isWorking(),
    runDue: () => worker.runDue(),
  };
}
