import { Counter, Gauge, type Registry } from 'prom-client';

import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';

import { countQueue } from './jobs.store.ts';

export type JobOutcome = 'done' | 'retried' | 'given_up';
export type CountJob = (job: string, outcome: JobOutcome) => void;

/** Counts finished runs. The length of the queue is read from the database when a scraper asks. */
export function createJobMetrics(metrics: Registry | undefined, database: Database, clock: Clock): CountJob {
  if (metrics === undefined) return () => {};
  const runs = new Counter({
    name: 'trace_job_runs_total',
    help: 'Runs of jobs by their end',
    labelNames: ['job', 'outcome'],
    registers: [metrics],
  });
  const queue: Gauge = new Gauge({
    name: 'trace_jobs',
    help: 'Jobs that are overdue by more than a minute, and jobs that were given up and are kept for 30 days',
    labelNames: ['state'],
    registers: [metrics],
    collect: async () => {
      // A database that is away must not take the other metrics with it.
      const counts = await countQueue(database.sql, clock.now()).catch(() => null);
      if (counts === null) return queue.reset();
      queue.set({ state: 'overdue' }, counts.overdue);
      queue.set({ state: 'given_up' }, counts.givenUp);
    },
  });
  return (job, outcome) => runs.inc({ job, outcome });
}
