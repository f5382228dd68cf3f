import type { RetentionKind } from '@trace/contract/retention/retention.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface RunRow {
  readonly id: string;
  readonly kind: string;
  readonly before: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly removed: number;
  readonly problem: string | null;
}

export async function insertRun(
  executor: Executor,
  { kind, before, startedAt }: { kind: RetentionKind; before: Date; startedAt: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into retention_run (kind, before, started_at) values (${kind}, ${before}, ${startedAt})
    returning id::text as id`.execute(executor);
  return rows[0]!.id;
}

export async function addRemoved(tx: Executor, id: string, removed: number): Promise<void> {
  await sql`update retention_run set removed = removed + ${removed} where id = ${id}::bigint`.execute(tx);
}

export async function finishRun(
  executor: Executor,
  id: string,
  { at, problem }: { at: Date; problem: string | null },
): Promise<void> {
  await sql`update retention_run set finished_at = ${at}, problem = ${problem} where id = ${id}::bigint`.execute(
    executor,
  );
}

/** The kinds with a run that began after an instant and went well. */
export async function listDoneKinds(executor: Executor, since: Date): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from retention_run
    where started_at > ${since} and finished_at is not null and problem is null`.execute(executor);
  return rows.map(({ kind }) => kind);
}

/** Runs, newest first, from before the run `after`. */
export async function listRuns(
  executor: Executor,
  { after, limit }: { after: string | null; limit: number },
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id::text as id, kind, before, started_at, finished_at, removed::int as removed, problem from retention_run
    where ${after}::bigint is null or retention_run.id < ${after}::bigint
    order by retention_run.id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteOldRuns(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from retention_run where id in (
      select id from retention_run where started_at < ${before} order by started_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
