// Periodic work of features. A single query per interval finds out which work is due, so an idle server stays cheap.
import { sql, type RawBuilder } from 'kysely';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

export interface PeriodicWork {
  /** A boolean expression that an index answers. Its text is always the same, because the query is prepared. */
  isDue(now: Date): RawBuilder<boolean>;
  /** Handles its own errors. A run that outlasts the interval is not started a second time. */
  run(): Promise<void>;
  /** Called when a check succeeded and the work is not due. */
  onIdle?(): void;
}

export interface DueChecks {
  /** Checks every `intervalMs` in this process, from now until stopped. */
  every(intervalMs: number, work: PeriodicWork): Stop;
}

/** After this long the next check no longer waits for a run, so slow work delays only itself. */
const WAIT_FOR_RUNS_MS = 10;

interface DueChecksDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export function createDueChecks(dependencies: DueChecksDependencies): DueChecks {
  const groups = new Map<number, Group>();
  return {
    every(intervalMs, work) {
      const group = groups.get(intervalMs) ?? createGroup(dependencies, intervalMs);
      groups.set(intervalMs, group);
      return group.add(work);
    },
  };
}

type Group = ReturnType<typeof createGroup>;

/** All work of one interval. */
function createGroup({ database, clock, log }: DueChecksDependencies, intervalMs: number) {
  const members = new Set<PeriodicWork>();
  const running = new Set<PeriodicWork>();
  /** Counts the changes of `members`: the name of a prepared statement belongs to one text. */
  let version = 0;
  let hasFailed = false;
  let stopChecking: Stop | undefined;

  /** When the query fails, all work counts as due: each run then fails, or succeeds, by itself. */
  const ask = async (works: readonly PeriodicWork[]): Promise<readonly boolean[]> => {
    const now = clock.now();
    const mark = sql.raw(`/* prepared: due ${intervalMs} ${version} */`);
    try {
      const { rows } = await sql<{ due: boolean[] }>`
        ${mark} select array[${sql.join(works.map((work) => work.isDue(now)))}] as due`.execute(database.sql);
      hasFailed = false;
      return rows[0]!.due;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error, intervalMs }, 'Checking for due work failed, running all of that work');
      hasFailed = true;
      return works.map(() => true);
    }
  };

  const begin = async (work: PeriodicWork): Promise<void> => {
    running.add(work);
    try {
      await work.run();
    } finally {
      running.delete(work);
    }
  };

  const check = async (): Promise<void> => {
    const works = [...members];
    const due = await ask(works);
    const free = works.flatMap((work, index) =>
      members.has(work) && !running.has(work) ? [{ work, isDue: due[index] }] : [],
    );
    for (const { work } of free.filter(({ isDue }) => !isDue)) work.onIdle?.();
    const runs = free.filter(({ isDue }) => isDue).map(({ work }) => begin(work));
    if (runs.length > 0) await atMost(clock, WAIT_FOR_RUNS_MS, Promise.all(runs));
  };

  return {
    add(work: PeriodicWork): Stop {
      members.add(work);
      version += 1;
      stopChecking ??= clock.every(intervalMs, check);
      return () => {
        members.delete(work);
        version += 1;
        if (members.size > 0) return;
        stopChecking?.();
        stopChecking = undefined;
      };
    },
  };
}

/** Waits for the runs, but no longer than `waitMs`. */
async function atMost(clock: Clock, waitMs: number, runs: Promise<unknown>): Promise<void> {
  const waited = Promise.withResolvers<void>();
  const stopWaiting = clock.after(waitMs, waited.resolve);
  await Promise.race([runs, waited.promise]).finally(stopWaiting);
}
