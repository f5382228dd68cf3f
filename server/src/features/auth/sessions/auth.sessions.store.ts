import { sql } from 'kysely';
import { writeProblemOf, type Executor } from '#platform/db/database';
import { createBatchLoader } from '#platform/grouping/batch-loader';

export interface SessionRow {
  readonly id: string;
  readonly lastSeenAt: Date;
  readonly provedAt: Date;
  readonly expiresAt: Date;
  readonly personId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly isStaffAdmin: boolean;
  readonly timeZone: string;
}

/** An ended session, with the data for the activity log. */
export interface EndedSession {
  readonly personId: string;
  readonly email: string;
  readonly address: string;
  readonly userAgent: string;
  readonly expiresAt: Date;
}

/** The role that gives rights. Inactive staff have a role that no part of the server knows (T27). */
const ROLE = `case when p.role = 'staff' and t.is_active is not true then 'inactive_staff' else p.role::text end`;

/**
 * Finds session and person by token. Runs on every request, so concurrent requests share a batch query.
 */
export function createSessionFinder(executor: Executor): (token: string) => Promise<SessionRow | undefined> {
  return createBatchLoader(async (tokens: readonly string[]) => {
    const { rows } = await sql<SessionRow & { token: string }>`/* prepared read: sessions of tokens */
      select s.token, s.id, s.last_seen_at, s.proved_at, s.expires_at, p.id as person_id, p.email, p.first_name,
        p.last_name, ${sql.raw(ROLE)} as role, coalesce(t.is_admin, false) as is_staff_admin, p.time_zone
      from session s join person p on p.id = s.person_id left join support_staff t on t.account_id = p.id
      where s.token = any(${tokens}::text[])`.execute(executor);
    return new Map(rows.map(({ token, ...session }) => [token, session]));
  });
}

/** Returns the role that gives rights, which inactive staff have not. */
export async function findRole(executor: Executor, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    select ${sql.raw(ROLE)} as role from person p left join support_staff t on t.account_id = p.id
    where p.id = ${personId}`.execute(executor);
  return rows[0]?.role;
}

/** A database that refuses writes can still be read, so the session goes on without the note. */
export async function updateLastSeen(executor: Executor, id: string, at: Date): Promise<void> {
  try {
    await sql`update session set last_seen_at = ${at} where id = ${id} and last_seen_at < ${at}`.execute(executor);
  } catch (error) {
    if (writeProblemOf(error) === null) throw error;
  }
}

/** Deletes a session. Only one of several callers gets the session back. */
export async function deleteSession(executor: Executor, id: string): Promise<EndedSession | undefined> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p where p.id = s.person_id and s.id = ${id}
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows[0];
}

export async function deleteSessionsOf(executor: Executor, personId: string): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p where p.id = s.person_id and p.id = ${personId}
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows;
}

/** Deletes expired sessions. Skips sessions that another process is ending. */
export async function deleteSessionsOver(
  executor: Executor,
  over: { now: Date; seenBefore: Date; limit: number },
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p
    where p.id = s.person_id and s.id = any(array(
      select id from session where expires_at <= ${over.now} or last_seen_at <= ${over.seenBefore}
      limit ${over.limit} for update skip locked))
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows;
}

/** Deletes a session if expired by now. The session may have been used since the caller read the row. */
export async function deleteSessionIfOver(
  executor: Executor,
  id: string,
  over: { now: Date; seenBefore: Date },
): Promise<EndedSession | undefined> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p
    where p.id = s.person_id and s.id = ${id} and (s.expires_at <= ${over.now} or s.last_seen_at <= ${over.seenBefore})
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows[0];
}

export async function listLiveSessions(
  executor: Executor,
  ids: readonly string[],
  over: { now: Date; seenBefore: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* prepared: live sessions */
    select id from session
    where id = any(${[...ids]}::uuid[]) and expires_at > ${over.now} and last_seen_at > ${over.seenBefore}`.execute(
    executor,
  );
  return rows.map((row) => row.id);
}

export interface OpenSessionRow {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** A person's sessions that are not over, the newest seen first. */
export async function listOpenSessions(
  executor: Executor,
  personId: string,
  over: { now: Date; seenBefore: Date },
): Promise<OpenSessionRow[]> {
  const { rows } = await sql<OpenSessionRow>`
    select id, address, user_agent, created_at, last_seen_at from session
    where person_id = ${personId} and expires_at > ${over.now} and last_seen_at > ${over.seenBefore}
    order by last_seen_at desc, id`.execute(executor);
  return rows;
}

/** Deletes a session if the session belongs to this person. */
export async function deleteOwnSession(
  executor: Executor,
  personId: string,
  id: string,
): Promise<EndedSession | undefined> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p where p.id = s.person_id and s.id = ${id} and p.id = ${personId}
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows[0];
}

export async function deleteOtherSessions(
  executor: Executor,
  personId: string,
  keptId: string,
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from session s using person p where p.id = s.person_id and p.id = ${personId} and s.id <> ${keptId}
    returning s.person_id, p.email, s.address, s.user_agent, s.expires_at`.execute(executor);
  return rows;
}

/** Includes expired sessions that are not yet swept. */
export async function listAllSessions(executor: Executor, personId: string): Promise<OpenSessionRow[]> {
  const { rows } = await sql<OpenSessionRow>`
    select id, address, user_agent, created_at, last_seen_at from session
    where person_id = ${personId} order by last_seen_at desc, id`.execute(executor);
  return rows;
}
