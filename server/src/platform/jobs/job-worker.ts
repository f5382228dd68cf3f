// Takes due jobs under a lease and runs them. A job whose worker was killed is free again when its lease ends.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { createWatchdog } from '#platform/clock/watchdog';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import {
  deleteDoneJob,
  failJob,
  JOB_CHANNEL,
  postponeJob,
  putOffJob,
  releaseJob,
  renewLease,
  takeDueJobs,
} from './jobs.store.ts';
import type { LeasedJob } from './jobs.store.ts';

export interface JobRun {
  /** Aborted when the server stops, the job takes too long, or its lease was lost. */
  readonly signal: AbortSignal;
  /** 1 at the first run. */
  readonly attempt: number;
  /** The job is given up when this attempt fails. */
  readonly isLastAttempt: boolean;
}

/** Undefined: the job is done. A time: the run succeeded, and the same job runs again at that time. */
export type JobEnd = void | Date;

export interface JobDefinition {
  readonly run: (payload: unknown, run: JobRun) => Promise<JobEnd>;
  readonly maxAttempts: number;
  /** The maximum of concurrent runs in one process. A hanging kind of job delays only its own kind. */
  readonly concurrency: number;
}

export interface JobWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether the worker polls for jobs and the last polls succeeded. */
  isWorking(): boolean;
  /** Runs all due jobs and waits for them, repeatedly until no job is due. */
  runDue(): Promise<void>;
}

const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const LONGEST_RUN_MS = 10 * 60_000;
/** Finds jobs that became due without a notification: delayed jobs, and those of dead workers. */
const LOOK_EVERY_MS = 1_000;
/** The worker counts as failing after so many failed polls. */
const LATE_AFTER_MS = 15 * LOOK_EVERY_MS;
const DRAIN_MS = 3_000;
const DRAIN_AFTER_ABORT_MS = 1_500;
const LONGEST_PAUSE_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_ERROR_LENGTH = 1_000;

export interface WorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
}

export function createJobWorker({ database, clock, log, definitions }: WorkerOptions): JobWorker {
  const running = new Set<Promise<void>>();
  const runningByName = new Map<string, number>();
  /** The abort controllers of running jobs. */
  const told = new Set<AbortController>();
  const beat = createWatchdog(clock, LATE_AFTER_MS);
  let isShuttingDown = false;
  let isStarted = false;
  let isAsked = false;
  let isFilling = false;
  let filling: Promise<void> = Promise.resolve();
  let stopListening: Stop = () => {};
  let stopLooking: Stop = () => {};

  const later = (delayMs: number): Date => new Date(clock.now().getTime() + delayMs);

  const countRunning = (name: string, change: number): void => {
    runningByName.set(name, (runningByName.get(name) ?? 0) + change);
  };

  /** Leases due jobs up to the free capacity and starts them. */
  const takeAndBegin = async (): Promise<void> => {
    const room = [...definitions].map(([name, { concurrency }]) => {
      return [name, concurrency - (runningByName.get(name) ?? 0)] as const;
    });
    const free = new Map(room.filter(([, slots]) => slots > 0));
    if (free.size === 0) return;
    const lease = { lease: randomUUID(), now: clock.now(), until: later(LEASE_MS) };
    const jobs = await takeDueJobs(database.sql, free, lease);
    for (const job of jobs) begin(job);
  };

  const begin = (job: LeasedJob): void => {
    countRunning(job.name, 1);
    const run = execute(job).finally(() => {
      running.delete(run);
      countRunning(job.name, -1);
      if (isStarted) wake();
    });
    running.add(run);
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
        beat.reset();
      }
    } catch (error) {
      log.warn({ err: error }, 'Fetching jobs failed, retrying at the next poll');
    } finally {
      isFilling = false;
    }
  };

  /** Never throws: if the result cannot be stored, the job stays leased until its lease ends. */
  const execute = async (job: LeasedJob): Promise<void> => {
    try {
      await settle(job, await attempt(job));
    } catch (error) {
      log.warn(
        { err: error, job: job.name, jobId: job.id },
        'Storing a job result failed, the job runs again when its lease expires',
      );
    }
  };

  /** @returns the error when the attempt failed */
  const attempt = async (job: LeasedJob): Promise<JobEnd | Error> => {
    const definition = definitions.get(job.name);
    if (definition === undefined) return new Error(`nobody runs '${job.name}' here`);
    if (job.attempts > definition.maxAttempts) return new Error('its workers died');
    const ending = new AbortController();
    const jobAbort = new AbortController();
    told.add(jobAbort);
    ending.signal.addEventListener('abort', () => jobAbort.abort(ending.signal.reason));
    const stopRenewing = clock.every(RENEW_EVERY_MS, () => renew(job, ending));
    const stopDeadline = clock.after(LONGEST_RUN_MS, () => ending.abort(new Error('it took too long')));
    const run: JobRun = {
      signal: jobAbort.signal,
      attempt: job.attempts,
      isLastAttempt: job.attempts >= definition.maxAttempts,
    };
    try {
      return await untilAborted(definition.run(job.payload, run), ending.signal);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      stopRenewing();
      stopDeadline();
      told.delete(jobAbort);
    }
  };

  const renew = async (job: LeasedJob, ending: AbortController): Promise<void> => {
    try {
      const isOurs = await renewLease(database.sql, job, later(LEASE_MS));
      if (!isOurs) ending.abort(new Error('its lease was lost'));
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'Renewing a job lease failed, retrying');
    }
  };

  const settle = async (job: LeasedJob, end: JobEnd | Error): Promise<void> => {
    if (end instanceof Date) return putOffJob(database.sql, job, end);
    if (end instanceof Error) return settleFailed(job, end);
    return deleteDoneJob(database.sql, job);
  };

  const settleFailed = async (job: LeasedJob, error: Error): Promise<void> => {
    if (isShuttingDown) return releaseJob(database.sql, job);
    const reason = error.message.slice(0, MAX_ERROR_LENGTH);
    const isLast = job.attempts >= (definitions.get(job.name)?.maxAttempts ?? 1);
    log.warn(
      { err: error, job: job.name, jobId: job.id, attempt: job.attempts, isLast },
      'Job failed (field isLast: false = will be retried, true = given up)',
    );
    if (isLast) return failJob(database.sql, job, clock.now(), reason);
    return postponeJob(database.sql, job, later(pauseAfter(job.attempts)), reason);
  };

  const drain = async (atMostMs: number): Promise<void> => {
    await Promise.race([Promise.all(running), wait(atMostMs, undefined, { ref: false })]);
  };

  return {
    isWorking: beat.isAlive,
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
      beat.end();
      await drain(DRAIN_MS);
      if (running.size === 0) return;
      isShuttingDown = true;
      for (const jobAbort of told) jobAbort.abort(new Error('the server stops'));
      await drain(DRAIN_AFTER_ABORT_MS);
    },
    runDue: async () => {
      for (;;) {
        await takeAndBegin();
        // A concurrent look may have leased due jobs without starting them yet.
        while (isFilling) await filling;
        if (running.size === 0) return;
        await Promise.all(running);
      }
    },
  };
}

/** 5 s, 15 s, 45 s … up to an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 3 ** (attempts - 1), LONGEST_PAUSE_MS);
}

/** Ends with the work, or throws the signal's reason when that comes first. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stopWaiting: Stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    stopWaiting = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopWaiting();
  }
}
