import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { beginningWith } from '#platform/db/search';

export interface AuditRow {
  readonly id: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly details: Record<string, unknown>;
  readonly createdAt: Date;
}

/** A search finds the entries that match any of these. */
export interface AuditMatch {
  readonly actions: readonly string[];
  readonly subjectTypes: readonly string[];
  readonly actorIds: readonly string[];
  /** The beginning of a target id. */
  readonly subjectId: string;
}

/** A page ends before the entry `before`, exclusive. */
export interface PageOf {
  readonly before: string | null;
  readonly limit: number;
}

const columns = sql`id::text as id, actor_id, action, subject_type, subject_id, details, created_at`;
const LAST_ID = '9223372036854775807';

export async function listEntries(executor: Executor, { before, limit }: PageOf): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log where audit_log.id < ${before ?? LAST_ID}::bigint
    order by audit_log.id desc limit ${limit}`.execute(executor);
  return rows;
}

/** From so many matches on, reading the log from its newest entry finds a page sooner than sorting all matches. */
const MANY_MATCHES = 5_000;

/**
 * Counts matching entries up to `MANY_MATCHES`, each kind from its index. The planner would read the whole table for a
 * text that it believes to be frequent.
 */
export async function countMatching(tx: Executor, match: AuditMatch): Promise<number> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
  const { actions, subjectTypes, actorIds, subjectId } = match;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select id from audit_log where action = any(${[...actions]}::text[]) limit ${MANY_MATCHES})
      union (select id from audit_log where subject_type = any(${[...subjectTypes]}::text[]) limit ${MANY_MATCHES})
      union (select id from audit_log where actor_id = any(${[...actorIds]}::uuid[]) limit ${MANY_MATCHES})
      union (select id from audit_log where lower(subject_id) like ${beginningWith(subjectId)} limit ${MANY_MATCHES})
    ) as found`.execute(tx);
  return rows[0]!.count;
}

/** `count`: what `countMatching` found, in the same transaction. */
export async function listMatching(tx: Executor, match: AuditMatch, page: PageOf, count: number): Promise<AuditRow[]> {
  return count < MANY_MATCHES ? listRare(tx, match, page) : listFrequent(tx, match, page);
}

/** Collects all matches from the indexes and keeps the newest. */
async function listRare(
  tx: Executor,
  { actions, subjectTypes, actorIds, subjectId }: AuditMatch,
  { before, limit }: PageOf,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    with found as materialized (
      select id from audit_log where action = any(${[...actions]}::text[])
      union select id from audit_log where subject_type = any(${[...subjectTypes]}::text[])
      union select id from audit_log where actor_id = any(${[...actorIds]}::uuid[])
      union select id from audit_log where lower(subject_id) like ${beginningWith(subjectId)}
    )
    select ${columns} from audit_log where audit_log.id in (
      select f.id from found f where f.id < ${before ?? LAST_ID}::bigint order by f.id desc limit ${limit})
    order by audit_log.id desc`.execute(tx);
  return rows;
}

/** Reads the log from its newest entry until the page is full. */
async function listFrequent(
  tx: Executor,
  { actions, subjectTypes, actorIds, subjectId }: AuditMatch,
  { before, limit }: PageOf,
): Promise<AuditRow[]> {
  await sql`select set_config('enable_sort', 'off', true)`.execute(tx);
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log
    where audit_log.id < ${before ?? LAST_ID}::bigint
      and (action = any(${[...actions]}::text[]) or subject_type = any(${[...subjectTypes]}::text[])
        or actor_id = any(${[...actorIds]}::uuid[]) or lower(subject_id) like ${beginningWith(subjectId)})
    order by audit_log.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** All actions of the log. Jumps through the index from each to the next, so the length of the log does not matter. */
export async function listActions(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive walk as (
      (select action from audit_log order by action limit 1)
      union all
      select (select e.action from audit_log e where e.action > walk.action order by e.action limit 1)
      from walk where walk.action is not null
    )
    select action from walk where action is not null`.execute(executor);
  return rows.map(({ action }) => action);
}

/** All target types of the log, as `listActions`. */
export async function listSubjectTypes(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive walk as (
      (select subject_type as type from audit_log order by subject_type limit 1)
      union all
      select (select e.subject_type from audit_log e where e.subject_type > walk.type order by e.subject_type limit 1)
      from walk where walk.type is not null
    )
    select type from walk where type is not null`.execute(executor);
  return rows.map(({ type }) => type);
}
