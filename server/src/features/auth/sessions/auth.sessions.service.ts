import type { Role } from '@trace/contract/kernel/roles';
import { roleSchema } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import { recordActivity } from '#platform/audit/activity';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { AuthCookies, Cookies } from './auth.cookies.service.ts';
import { newToken } from '../auth.tokens.service.ts';
import { deleteUngiven, insertSession } from './auth.new-sessions.store.ts';
import { forgetBrowsers } from './auth.known-browsers.store.ts';
import { absoluteEnd, idleCutoff, isOver, needsTouch } from './auth.sessions.rules.ts';
import {
  createSessionFinder,
  deleteSession,
  deleteSessionIfOver,
  deleteSessionsOf,
  deleteSessionsOver,
  findRole,
  listLiveSessions,
  updateLastSeen,
} from './auth.sessions.store.ts';
import type { EndedSession, SessionRow } from './auth.sessions.store.ts';

/** Number of sessions that a sweep ends in a transaction. */
const SESSIONS_PER_TRANSACTION = 200;

export type Sessions = ReturnType<typeof createSessions>;

export type EndReason = 'signed_out' | 'new_sign_in';

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
}

/** Sessions: found by a single query on every request, ended by idleness, by age, by the user or by the server. */
export function createSessions({ database, clock, cookies: authCookies }: SessionsOptions) {
  const find = createSessionFinder(database.sql);

  const cutoffs = (now: Date) => ({ now, seenBefore: idleCutoff(now) });

  const writeTimeout = async (tx: Executor, ended: EndedSession, at: Date): Promise<void> => {
    const reason = ended.expiresAt <= at ? 'absolute' : 'idle';
    await recordActivity(tx, { action: 'session_timeout', ...whose(ended), details: { reason }, at });
  };

  const timeOut = (sessionId: string, now: Date): Promise<void> =>
    database.transaction(async (tx) => {
      const ended = await deleteSessionIfOver(tx, sessionId, cutoffs(now));
      if (ended !== undefined) await writeTimeout(tx, ended, now);
    });

  const actorOf = async (token: string, isActivity: boolean): Promise<Actor | null> => {
    const session = await find(token);
    if (session === undefined) return null;
    const now = clock.now();
    if (isOver(session, now)) {
      await timeOut(session.id, now);
      return null;
    }
    // A role that this server does not know has no rights (AUTH-14).
    const role = roleSchema.safeParse(session.role);
    if (!role.success) return null;
    if (isActivity && needsTouch(session, now)) await updateLastSeen(database.sql, session.id, now);
    return asActor(session, role.data);
  };

  /** Ends every session of a person in the caller's transaction: the sessions end if and only if the transaction commits. */
  const endAllIn = async (
    tx: Executor,
    accountId: string,
    reason: 'ended_by_server' | 'password_reset' | 'deactivated',
  ): Promise<void> => {
    await forgetBrowsers(tx, accountId);
    for (const ended of await deleteSessionsOf(tx, accountId)) {
      await recordActivity(tx, { action: 'logout', ...whose(ended), details: { reason }, at: clock.now() });
    }
  };

  return {
    /** The person of a request's cookies. A background call (a stream, a poll) is no activity of the person. */
    authenticate: async (cookies: Cookies, { isBackground }: { isBackground: boolean }): Promise<Actor | null> => {
      const token = authCookies.sessionTokenIn(cookies);
      return token === null ? null : actorOf(token, !isBackground);
    },
    /** The person of a session that has just begun. */
    actorOf: (token: string): Promise<Actor | null> => actorOf(token, false),
    /** Begins a session for an authenticated user. Returns the token, or null if the role gives no rights. */
    begin: async (
      tx: Executor,
      personId: string,
      { address, userAgent }: { address: string; userAgent: string },
    ): Promise<string | null> => {
      const role = roleSchema.safeParse(await findRole(tx, personId));
      if (!role.success) return null;
      const token = newToken();
      const at = clock.now();
      await insertSession(tx, { token, personId, address, userAgent, at, expiresAt: absoluteEnd(role.data, at) });
      return token;
    },
    /** Deletes a session whose token was never handed out, as if the session had never existed. */
    discard: (token: string): Promise<void> => deleteUngiven(database.sql, token),
    /** Ends a session. Idempotent. `from`: the origin of the request. */
    end: (
      sessionId: string,
      reason: EndReason,
      { address, userAgent }: { address: string; userAgent: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        const ended = await deleteSession(tx, sessionId);
        if (ended === undefined) return;
        const entry = { ...whose(ended), address, userAgent, details: { reason }, at: clock.now() };
        await recordActivity(tx, { action: 'logout', ...entry });
      }),
    /** Ends every session of a person. */
    endAll: (accountId: string): Promise<void> =>
      database.transaction((tx) => endAllIn(tx, accountId, 'ended_by_server')),
    endAllIn,
    /** Which of these sessions are alive. */
    live: async (sessionIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (sessionIds.length === 0) return new Set();
      return new Set(await listLiveSessions(database.sql, sessionIds, cutoffs(clock.now())));
    },
    /** Ends expired sessions that no request has found. */
    sweep: (): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        const over = await deleteSessionsOver(tx, { ...cutoffs(now), limit: SESSIONS_PER_TRANSACTION });
        for (const ended of over) await writeTimeout(tx, ended, now);
      }),
  };
}

function asActor(session: SessionRow, role: Role): Actor {
  const { id: sessionId, personId: accountId, email, firstName, lastName, timeZone, provedAt, isStaffAdmin } = session;
  return { accountId, sessionId, role, email, firstName, lastName, timeZone, provedAt, isStaffAdmin };
}

function whose({ personId: accountId, email, address, userAgent }: EndedSession) {
  return { accountId, email, address, userAgent };
}
