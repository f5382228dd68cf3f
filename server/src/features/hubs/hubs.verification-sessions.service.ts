import { createHash, randomBytes } from 'node:crypto';
import { hubRules } from '@trace/contract/hubs/hubs.rules';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import type { AlarmHub, HubSession, ListOutcome } from '#server/integrations/alarm-hub/alarm-hub';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import {
  findHandle,
  insertHandle,
  saveHandleTokens,
  takeHandle,
  type HandleRow,
} from './hubs.verification-sessions.store.ts';
import type { HandleOwner } from './hubs.port.ts';

export type VerificationSessions = ReturnType<typeof createVerificationSessions>;

export interface VerificationSessionDependencies {
  database: Database;
  clock: Clock;
  secrets: Secrets;
}

const idOf = (handle: string): Buffer => createHash('sha256').update(handle).digest();
const contextOf = (id: Buffer, what: 'session' | 'refresh'): string => `hub-handle:${id.toString('hex')}:${what}`;

export function createVerificationSessions({ database, clock, secrets }: VerificationSessionDependencies) {
  /** Renewals under way in this process, by handle. A second renewal would invalidate the tokens of the first. */
  const renewals = new Map<string, Promise<HubSession | null>>();

  const sealedTokens = (id: Buffer, session: HubSession) => ({
    sealedSessionToken: secrets.seal(session.sessionToken, contextOf(id, 'session')),
    sealedRefreshToken:
      session.refreshToken === null ? null : secrets.seal(session.refreshToken, contextOf(id, 'refresh')),
  });

  const opened = (row: HandleRow): HubSession => ({
    userId: row.hubUserId,
    sessionToken: secrets.open(row.sealedSessionToken, contextOf(row.id, 'session')),
    refreshToken: refreshTokenOf(row),
  });

  const refreshTokenOf = (row: HandleRow): string | null =>
    row.sealedRefreshToken === null ? null : secrets.open(row.sealedRefreshToken, contextOf(row.id, 'refresh'));

  /**
   * Returns the session after this session, which another process may have renewed first. Returns null if renewal is
   * impossible.
   */
  const renew = async (service: AlarmHub, row: HandleRow): Promise<HubSession | null> => {
    const current = await findHandle(database.sql, row.id, clock.now());
    if (current === null) return null;
    if (current.tokenVersion > row.tokenVersion) return opened(current);
    const { userId, refreshToken } = opened(current);
    if (refreshToken === null) return null;
    const answer = await service.refresh({ userId, refreshToken });
    if (answer.outcome === 'refreshed') {
      await saveHandleTokens(database.sql, { ...current, ...sealedTokens(current.id, answer.session) });
      return answer.session;
    }
    const after = await findHandle(database.sql, row.id, clock.now());
    return after !== null && after.tokenVersion > current.tokenVersion ? opened(after) : null;
  };

  const renewOnce = (service: AlarmHub, row: HandleRow): Promise<HubSession | null> => {
    const key = row.id.toString('hex');
    const running = renewals.get(key) ?? renew(service, row).finally(() => renewals.delete(key));
    renewals.set(key, running);
    return running;
  };

  return {
    /** Keeps a session of the hub service under a new handle. */
    async make(tx: Executor, { accountId, sessionId }: HandleOwner, session: HubSession): Promise<string> {
      const handle = randomBytes(32).toString('base64url');
      const id = idOf(handle);
      await insertHandle(tx, {
        id,
        personId: accountId,
        sessionId,
        hubUserId: session.userId,
        ...sealedTokens(id, session),
        expiresAt: new Date(clock.now().getTime() + hubRules.handleMs),
      });
      return handle;
    },
    /**
     * Refuses `gone` when the handle has expired or is used up, and `forbidden` when the handle belongs to another
     * account or session.
     */
    async open({ accountId, sessionId }: HandleOwner, handle: string): Promise<HandleRow> {
      const row = await findHandle(database.sql, idOf(handle), clock.now());
      if (row === null) throw goneRefusal();
      if (row.personId !== accountId || row.sessionId !== sessionId)
        throw new Refusal('forbidden', hubsTexts.notAllowed);
      return row;
    },
    /** The hubs of the account; a session that ended is renewed once. */
    async listHubs(service: AlarmHub, row: HandleRow): Promise<ListOutcome> {
      const listed = await service.listHubs(opened(row));
      if (listed.outcome !== 'ended') return listed;
      const session = await renewOnce(service, row);
      return session === null ? listed : service.listHubs(session);
    },
    /** Uses up the handle and returns the refresh token in the clear. Refuses `gone`. */
    async take(
      tx: Executor,
      { accountId, sessionId }: HandleOwner,
      handle: string,
    ): Promise<HandleRow & { refreshToken: string | null }> {
      const row = await takeHandle(tx, { id: idOf(handle), personId: accountId, sessionId }, clock.now());
      if (row === null) throw goneRefusal();
      return { ...row, refreshToken: refreshTokenOf(row) };
    },
  };
}

const goneRefusal = (): Refusal => new Refusal('gone', hubsTexts.handleGone, { field: 'body.hub' });
