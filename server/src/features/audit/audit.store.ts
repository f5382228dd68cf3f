import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface AuditRow {
  readonly id: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly details: Record<string, unknown>;
  readonly createdAt: Date;
}

/** What a search looks for: entries that match any of these. */
export interface AuditMatch {
  readonly actions: readonly string[];
  readonly subjectTypes: readonly string[];
  readonly actorIds: readonly string[];
  /** Of the target id in lower case, for LIKE. */
  readonly subjectIdPattern: string;
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

/** Takes the newest entries of each action, type, actor and target from its index, and keeps the newest of all. */
export async function listMatching(
  executor: Executor,
  { actions, subjectTypes, actorIds, subjectIdPattern }: AuditMatch,
  { before, limit }: PageOf,
): Promise<AuditRow[]> {
  const end = before ?? LAST_ID;
  const { rows } = await sql<AuditRow>`
    with found as (
      select l.id from unnest(${[...actions]}::text[]) as wanted (action), lateral (
        select e.id from audit_log e where e.action = wanted.action and e.id < ${end}::bigint
        order by e.id desc limit ${limit}) as l
      union
      select l.id from unnest(${[...subjectTypes]}::text[]) as wanted (subject_type), lateral (
        select e.id from audit_log e where e.subject_type = wanted.subject_type and e.id < ${end}::bigint
        order by e.id desc limit ${limit}) as l
      union
      select l.id from unnest(${[...actorIds]}::uuid[]) as wanted (actor_id), lateral (
        select e.id from audit_log e where e.actor_id = wanted.actor_id and e.id < ${end}::bigint
        order by e.id desc limit ${limit}) as l
      union
      (select e.id from audit_log e where lower(e.subject_id) like ${subjectIdPattern} and e.id < ${end}::bigint
        order by e.id desc limit ${limit})
    )
    select ${columns} from audit_log
    where audit_log.id in (select f.id from found f order by f.id desc limit ${limit})
    order by audit_log.id desc`.execute(executor);
  return rows;
}

/** Counts matching entries up to `most`. */
export async function countMatching(
  executor: Executor,
  { actions, subjectTypes, actorIds, subjectIdPattern }: AuditMatch,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select id from audit_log where action = any(${[...actions]}::text[]) limit ${most})
      union (select id from audit_log where subject_type = any(${[...subjectTypes]}::text[]) limit ${most})
      union (select id from audit_log where actor_id = any(${[...actorIds]}::uuid[]) limit ${most})
      union (select id from audit_log where lower(subject_id) like ${subjectIdPattern} limit ${most})
    ) as found`.execute(executor);
  return Math.min(rows[0]!.count, most);
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
