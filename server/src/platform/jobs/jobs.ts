// Work for later: written in the caller's transaction, done at least once, by whichever server process is alive.
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { JobDefinition, JobEnd, JobRun } from './job-runner.ts';
import { createDueChecks, type PeriodicWork } from './due-checks.ts';
import { createJobAdministration, type JobAdministration } from './job-administration.ts';
import { createJobMetrics } from './job-metrics.ts';
import { createJobWorker } from './job-worker.ts';
import { deleteOldFailures, hasLateJob, hurryJob, insertJob, insertJobs, listWaitingKeys } from './jobs.store.ts';
import { startScheduledTask } from './scheduled-tasks.ts';
import type { ScheduledTask } from './scheduled-tasks.ts';

export type { PeriodicWork } from './due-checks.ts';
export type { JobEnd, JobRun } from './job-runner.ts';

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
   * Only one job per name and key waits. A running job counts as waiting until it is done (`JobRun.end`). A failed job
   * gets its attempts again.
   */
  readonly key?: string;
}

/** Each of many jobs enqueued at once has its own key. */
export interface OneOfMany<Payload> {
  readonly payload: Payload;
  readonly key: string;
  /** Not before this instant; now when left out. */
  readonly runAt?: Date;
}

export interface JobOptions {
  /** After so many the job is given up and kept as failed. */
  readonly maxAttempts?: number;
  /** The maximum number of concurrent runs of this name in one process. */
  readonly concurrency?: number;
  /** Another worker repeats the run of a dead worker after this time at most. A living worker renews its lease. */
  readonly leaseMs?: number;
}

/** The lease of jobs that cannot wait. A worker that cannot reach the database for so long may be repeated. */
export const URGENT_LEASE_MS = 4_000;

export interface Jobs {
  /**
   * Registers the handler of a job. A handler may run twice (after a crash), so its effects must be idempotent. If the
   * handler returns a time, the same job runs again then, with all its attempts.
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
  /** Makes the waiting job of this key due once the transaction commits. A running job stays as it is. */
  hurry<Payload>(executor: Executor, kind: JobKind<Payload>, key: string): Promise<void>;
  /** Returns those of the keys for which a job of this kind waits or runs. */
  waitingKeys<Payload>(kind: JobKind<Payload>, keys: readonly string[]): Promise<ReadonlySet<string>>;
  readonly administration: JobAdministration;
  /**
   * Runs once per interval in one process, from `start` on. Every process may schedule the same name. With `isDue`,
   * an interval without due work costs a share of a query.
   */
  schedule(name: string, intervalMs: number, run: () => Promise<void>, isDue?: PeriodicWork['isDue']): Stop;
  /** Checks once per interval in this process, from now on until stopped, and runs the work when due. */
  whenDue(intervalMs: number, work: PeriodicWork): Stop;
  start(): Promise<void>;
  /** Leases no further jobs, waits up to 3 s for running jobs, then aborts and releases the rest. */
  stop(): Promise<void>;
  /** The worker is started and the database answers, so jobs are being leased. */
  isWorking(): boolean;
  /** Whether a job with an urgent lease has been due for longer without a worker of any process. */
  areUrgentLate(lateMs: number): Promise<boolean>;
  /** For tests with a fake clock: runs all due jobs and waits for them. */
  runDue(): Promise<void>;
}

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Registry;
}

/** With pauses of 5 s, 15 s, 45 s … up to an hour: about four hours until a job is given up and kept as failed. */
const DEFAULT_MAX_ATTEMPTS = 10;
const DEFAULT_CONCURRENCY = 4;
const DEFAULT_LEASE_MS = 30_000;

/** A longer run is left to its lease: another process, or the next start, runs the timer again. */
const TIMERS_DRAIN_MS = 3_000;

const KEEP_FAILURES_MS = 30 * DAY_MS;

export function createJobs({ database, clock, log, metrics }: JobsOptions): Jobs {
  const definitions = new Map<string, JobDefinition>();
  const worker = createJobWorker({
    database,
    clock,
    log,
    definitions,
    countJob: createJobMetrics(metrics, database, clock),
  });
  const dueChecks = createDueChecks({ database, clock, log });
  const timers = new Map<ScheduledTask, Stop>();
  const runningTimers = new Set<Promise<void>>();
  let isStarted = false;

  const startOne = (timer: ScheduledTask): void => {
    timers.set(timer, startScheduledTask(timer, { database, clock, log, dueChecks }));
  };

  /** Tracks each run, so that `stop` can wait for its end. */
  const remembered = (run: () => Promise<void>) => async (): Promise<void> => {
    const running = run();
    runningTimers.add(running);
    try {
      await running;
    } finally {
      runningTimers.delete(running);
    }
  };

  const schedule: Jobs['schedule'] = (name, intervalMs, run, isDue) => {
    const timer: ScheduledTask = { name, intervalMs, run: remembered(run), isDue };
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
      const {
        maxAttempts = DEFAULT_MAX_ATTEMPTS,
        concurrency = DEFAULT_CONCURRENCY,
        leaseMs = DEFAULT_LEASE_MS,
      } = options;
      const run = async (payload: unknown, jobRun: JobRun): Promise<JobEnd> => handler(schema.parse(payload), jobRun);
      definitions.set(name, { run, maxAttempts, concurrency, leaseMs });
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
    hurry: (executor, { name }, key) => hurryJob(executor, name, key, clock.now()),
    waitingKeys: ({ name }, keys) => listWaitingKeys(database.sql, name, keys),
    administration: createJobAdministration(database, clock),
    schedule,
    whenDue: dueChecks.every,
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
    areUrgentLate: (lateMs) => {
      const urgent = [...definitions].filter(([, { leaseMs }]) => leaseMs <= URGENT_LEASE_MS).map(([name]) => name);
      const now = clock.now();
      return hasLateJob(database.sql, urgent, { now, dueBefore: new Date(now.getTime() - lateMs) });
    },
    runDue: () => worker.runDue(),
  };
}
