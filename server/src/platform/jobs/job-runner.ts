// Runs one leased job and stores its result. A job whose worker was killed is free again when its lease ends.
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { CountJob } from './job-metrics.ts';
import { deleteDoneJob, failJob, postponeJob, putOffJob, releaseJob, renewLease } from './jobs.store.ts';
import type { LeasedJob } from './jobs.store.ts';

export interface JobRun {
  /** Aborted when the server stops, the job takes too long, or its lease was lost. */
  readonly signal: AbortSignal;
  /** 1 at the first run. */
  readonly attempt: number;
  /** The job is given up when this attempt fails. */
  readonly isLastAttempt: boolean;
  /**
   * Ends the job with the handler's transaction. After the commit, its key is accepted again. Without this, a job that is
   * enqueued between the commit and the handler's return counts as waiting, and is lost.
   */
  end(tx: Executor): Promise<void>;
}

/** Undefined: the job is done. A time: the run succeeded, and the same job runs again at that time. */
export type JobEnd = void | Date;

export interface JobDefinition {
  readonly run: (payload: unknown, run: JobRun) => Promise<JobEnd>;
  readonly maxAttempts: number;
  /** The maximum of concurrent runs in one process. A hanging kind of job delays only its own kind. */
  readonly concurrency: number;
  /** Another worker repeats the run of a dead worker after this time at most. */
  readonly leaseMs: number;
}

export interface JobRunnerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly countJob: CountJob;
}

/** A lease survives two failed renewals. */
const RENEWALS_PER_LEASE = 3;
const LONGEST_RUN_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_ERROR_LENGTH = 1_000;

export function createJobRunner({ database, clock, log, definitions, countJob }: JobRunnerOptions) {
  const jobAborts = new Set<AbortController>();
  let isShuttingDown = false;

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
    if (definition === undefined) return new Error(`this process has no job '${job.name}'`);
    if (job.attempts > definition.maxAttempts) return new Error('each worker of the job died');
    const { leaseMs } = definition;
    const ending = new AbortController();
    const jobAbort = new AbortController();
    jobAborts.add(jobAbort);
    ending.signal.addEventListener('abort', () => jobAbort.abort(ending.signal.reason));
    const stopRenewing = clock.every(leaseMs / RENEWALS_PER_LEASE, () => renew(job, leaseMs, ending));
    const stopDeadline = clock.after(LONGEST_RUN_MS, () => ending.abort(new Error('the job took too long')));
    const run: JobRun = {
      signal: jobAbort.signal,
      attempt: job.attempts,
      isLastAttempt: job.attempts >= definition.maxAttempts,
      end: (tx) => deleteDoneJob(tx, job),
    };
    try {
      return await untilAborted(definition.run(job.payload, run), ending.signal);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      stopRenewing();
      stopDeadline();
      jobAborts.delete(jobAbort);
    }
  };

  const renew = async (job: LeasedJob, leaseMs: number, ending: AbortController): Promise<void> => {
    try {
      const isOurs = await renewLease(database.sql, job, new Date(clock.now().getTime() + leaseMs));
      if (!isOurs) ending.abort(new Error('the lease of the job was lost'));
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'Renewing a job lease failed, retrying');
    }
  };

  const settle = async (job: LeasedJob, end: JobEnd | Error): Promise<void> => {
    if (end instanceof Date) return putOffJob(database.sql, job, end);
    if (end instanceof Error) return settleFailed(job, end);
    await deleteDoneJob(database.sql, job);
    countJob(job.name, 'done');
  };

  const settleFailed = async (job: LeasedJob, error: Error): Promise<void> => {
    if (isShuttingDown) return releaseJob(database.sql, job);
    const reason = error.message.slice(0, MAX_ERROR_LENGTH);
    const isLast = job.attempts >= (definitions.get(job.name)?.maxAttempts ?? 1);
    log.warn(
      { err: error, job: job.name, jobId: job.id, attempt: job.attempts, isLast },
      'Job failed (field isLast: false = will be retried, true = given up)',
    );
    countJob(job.name, isLast ? 'given_up' : 'retried');
    if (isLast) return failJob(database.sql, job, clock.now(), reason);
    return postponeJob(database.sql, job, new Date(clock.now().getTime() + pauseAfter(job.attempts)), reason);
  };

  return {
    execute,
    /** Aborts all running jobs and releases them, because the server stops. */
    abortAll: (): void => {
      isShuttingDown = true;
      for (const jobAbort of jobAborts) jobAbort.abort(new Error('the server stops'));
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
