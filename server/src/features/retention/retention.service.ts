import type { RetentionRun } from '@trace/contract/retention/retention.api';
import { retainedSince, retentionRules, type RetentionKind } from '@trace/contract/retention/retention.rules';
import { HOUR_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { RetentionPart } from '#platform/feature/retention-part';
import type { Log } from '#platform/log/log';
import { addRemoved, finishRun, insertRun, listDoneKinds, listRuns, type RunRow } from './retention.store.ts';

/** Short transactions: each holds the locks of its rows, and delays vacuum. */
const BATCH = 5_000;
/** A kind runs once a day. A bit less, so that the hourly look does not move it to the next hour each day. */
const DONE_FOR_MS = 23.5 * HOUR_MS;

export interface RetentionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The parts of all features. */
  parts(): readonly RetentionPart[];
}

export type RetentionService = ReturnType<typeof createRetentionService>;

export function createRetentionService({ database, clock, log, parts }: RetentionDependencies) {
  /** Each batch and its count commit together. A run that dies is continued by the next one. */
  const takeAll = async (part: RetentionPart, runId: string, before: Date): Promise<void> => {
    const takeBatch = (): Promise<number> =>
      database.transaction(async (tx) => {
        const taken = await part.take(tx, before, BATCH);
        if (taken > 0) await addRemoved(tx, runId, taken);
        return taken;
      });
    while ((await takeBatch()) > 0);
  };

  const runPart = async (part: RetentionPart): Promise<void> => {
    const startedAt = clock.now();
    const before = retainedSince(part.kind, startedAt);
    const runId = await insertRun(database.sql, { kind: part.kind, before, startedAt });
    try {
      await takeAll(part, runId, before);
      await finishRun(database.sql, runId, { at: clock.now(), problem: null });
    } catch (error) {
      log.error({ err: error, kind: part.kind }, 'Retention failed, old data is kept longer, retrying in an hour');
      await finishRun(database.sql, runId, { at: clock.now(), problem: problemOf(error) });
    }
  };

  return {
    /** Takes all data that has outlived its period, unless that went well within the last day. */
    async run(): Promise<void> {
      const done = new Set(await listDoneKinds(database.sql, new Date(clock.now().getTime() - DONE_FOR_MS)));
      for (const part of parts()) if (!done.has(part.kind)) await runPart(part);
    },

    async listRuns(after: string | undefined): Promise<{ runs: RetentionRun[]; next: string | null }> {
      const { runsPageSize } = retentionRules;
      const rows = await listRuns(database.sql, { after: after ?? null, limit: runsPageSize + 1 });
      const page = rows.slice(0, runsPageSize);
      return { runs: page.map(present), next: rows.length > page.length ? page.at(-1)!.id : null };
    },
  };
}

const present = ({ kind, before, startedAt, finishedAt, ...row }: RunRow): RetentionRun => ({
  ...row,
  kind: kind as RetentionKind,
  before: before.toISOString(),
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

/** Staff read the report, so it holds no text that could quote a row. */
function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `Failed${code}. The server's log says more.`;
}
