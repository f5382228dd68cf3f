import { deviceInWords } from '@trace/contract/auth/sessions/auth.sessions.rules';
import type { OpenSession } from '@trace/contract/auth/sessions/auth.sessions.schema';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import type { Actor } from '#platform/actor/actor';
import { recordActivity } from '#platform/audit/activity';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { forgetBrowsers } from './auth.known-browsers.store.ts';
import { idleCutoff } from './auth.sessions.rules.ts';
import { deleteOtherSessions, deleteOwnSession, listOpenSessions } from './auth.sessions.store.ts';
import type { EndedSession, OpenSessionRow } from './auth.sessions.store.ts';

export type RemoteEnd = 'ended_elsewhere' | 'password_changed';

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Lists and ends the sessions of a user (SESS-05). Open streams of an ended session end within a second. */
export function createOwnSessions({ database, clock }: { database: Database; clock: Clock }) {
  const writeEnd = async (tx: Executor, ended: EndedSession, reason: RemoteEnd): Promise<void> => {
    const { personId: accountId, email, address, userAgent } = ended;
    const entry = { accountId, email, address, userAgent, details: { reason }, at: clock.now() };
    await recordActivity(tx, { action: 'logout', ...entry });
  };

  /** In the caller's transaction. Other browsers are no longer known to the account: mark the caller's anew. */
  const endOthersIn = async (tx: Executor, accountId: string, keptId: string, reason: RemoteEnd): Promise<number> => {
    const ended = await deleteOtherSessions(tx, accountId, keptId);
    await forgetBrowsers(tx, accountId);
    for (const each of ended) await writeEnd(tx, each, reason);
    return ended.length;
  };

  return {
    list: async ({ accountId, sessionId }: Actor): Promise<OpenSession[]> => {
      const now = clock.now();
      const rows = await listOpenSessions(database.sql, accountId, { now, seenBefore: idleCutoff(now) });
      return rows.map((row) => present(row, sessionId));
    },
    /** Refuses with `not_found` if the session belongs to another user or has ended. */
    end: ({ accountId }: Actor, origin: CallOrigin, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        const ended = await deleteOwnSession(tx, accountId, id);
        if (ended === undefined) throw new Refusal('not_found', sessionsTexts.notFound);
        await writeEnd(tx, ended, 'ended_elsewhere');
        const subject = { type: 'session', id };
        await recordAudit(tx, { actorId: accountId, action: 'auth.endSession', subject, details: {}, ...origin });
      }),
    /** Answers how many were ended. */
    endOthers: ({ accountId, sessionId }: Actor, origin: CallOrigin): Promise<number> =>
      database.transaction(async (tx) => {
        const ended = await endOthersIn(tx, accountId, sessionId, 'ended_elsewhere');
        const subject = { type: 'account', id: accountId };
        const entry = { actorId: accountId, subject, details: { ended }, ...origin };
        await recordAudit(tx, { action: 'auth.endOtherSessions', ...entry });
        return ended;
      }),
    endOthersIn,
  };
}

function present(row: OpenSessionRow, thisId: string): OpenSession {
  return {
    id: row.id,
    device: deviceInWords(row.userAgent),
    address: row.address,
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isThis: row.id === thisId,
  };
}
