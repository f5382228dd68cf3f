// Scheduled tasks run in a single server process at a time. A table stores the last run, so that a restart neither
// skips nor repeats a run.
import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { DueChecks, PeriodicWork } from './due-checks.ts';

export interface ScheduledTask {
  readonly name: string;
  readonly intervalMs: number;
  readonly run: () => Promise<void>;
  /** Left out: there may always be something to do. */
  readonly isDue: PeriodicWork['isDue'] | undefined;
}

const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
/** Long intervals are polled this often, because a process that restarts daily must also reach its weekly work. */
const LONGEST_LOOK_MS = 60_000;

/** Runs `timer.run` once per interval in any of the processes. A run that fails, or whose process dies, is repeated. */
export function startScheduledTask(
  timer: ScheduledTask,
  { database, clock, log, dueChecks }: { database: Database; clock: Clock; log: Log; dueChecks: DueChecks },
): Stop {
  const lookMs = Math.min(timer.intervalMs, LONGEST_LOOK_MS);

  const later = (delayMs: number): Date => new Date(clock.now().getTime() + delayMs);

  const look = async (): Promise<void> => {
    const owner = randomUUID();
    const startedAt = clock.now();
    const mine = await takeTimer(database.sql, timer, owner, startedAt, later(LEASE_MS));
    if (!mine) return;
    const stopRenewing = clock.every(RENEW_EVERY_MS, () => renewSafely(owner));
    try {
      await timer.run();
      await finishTimer(database.sql, timer.name, owner, clock.now(), startedAt);
    } catch (error) {
      log.error({ err: error, timer: timer.name }, 'Scheduled task failed, retrying at the next poll');
      await holdTimer(database.sql, timer.name, owner, later(lookMs));
    } finally {
      stopRenewing();
    }
  };

  const renewSafely = async (owner: string): Promise<void> => {
    try {
      await holdTimer(database.sql, timer.name, owner, later(LEASE_MS));
    } catch (error) {
      log.warn({ err: error, timer: timer.name }, 'Renewing the lease of a scheduled task failed, retrying');
    }
  };

  const lookSafely = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      log.warn({ err: error, timer: timer.name }, 'Checking a scheduled task failed, retrying at the next poll');
    }
  };

  if (timer.isDue === undefined) return clock.every(lookMs, lookSafely);
  return dueChecks.every(lookMs, { isDue: timer.isDue, run: lookSafely });
}

/** @returns whether the timer was due, free and is now leased by this owner */
async function takeTimer(
  executor: Executor,
  { name, intervalMs }: ScheduledTask,
  owner: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const lastRunBefore = new Date(now.getTime() - intervalMs);
  const { rows } = await sql`
    insert into timer (name, owner, owned_until) values (${name}, ${owner}, ${until})
    on conflict (name) do update set owner = excluded.owner, owned_until = excluded.owned_until
    where timer.owned_until <= ${now} and (timer.last_run_at is null or timer.last_run_at <= ${lastRunBefore})
    returning 1`.execute(executor);
  return rows.length === 1;
}

async function holdTimer(executor: Executor, name: string, owner: string, until: Date): Promise<void> {
  await sql`update timer set owned_until = ${until} where name = ${name} and owner = ${owner}`.execute(executor);
}

async function finishTimer(
  executor: Executor,
  name: string,
  owner: string,
  finishedAt: Date,
  startedAt: Date,
): Promise<void> {
  await sql`update timer set owned_until = ${finishedAt}, last_run_at = ${startedAt}
    where name = ${name} and owner = ${owner}`.execute(executor);
}
