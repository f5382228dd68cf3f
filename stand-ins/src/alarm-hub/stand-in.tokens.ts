import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { keyBytes, newToken, type StandInAccount } from './stand-in.accounts.ts';

const SESSION_MS = 15 * 60_000;
const REFRESH_MS = 7 * 86_400_000;
const REFRESH_WITH_CODE_MS = 365 * 86_400_000;
const STEP_MS = 30_000;

interface Grant {
  readonly account: StandInAccount;
  readonly userId: string;
  /** Of the password that the grant was given for: another one ends it. */
  readonly password: string;
  readonly renewsForMs: number;
  readonly endsAt: number;
  /** Of the sign-in that it goes back to: a used refresh token ends nothing but itself. */
  readonly sessionToken: string;
}

export interface StandInTokens {
  /** @returns the body of a 200 */
  issue(account: StandInAccount, hadCode: boolean): Record<string, string>;
  /** A new pair; undefined when the refresh token is over, used, of somebody else, or of another password. */
  renew(userId: string, refreshToken: string): Record<string, string> | undefined;
  accountOf(userId: string, sessionToken: string | undefined): StandInAccount | undefined;
  /** Takes a code of the authenticator app, once. */
  takeCode(account: StandInAccount, code: string): boolean;
  endSessions(login: string): void;
  /** Ends all tokens, as a change of the password does. */
  endAll(login: string): void;
}

/** Tokens that rotate on the clock: of two refreshes at once with the same token one loses. */
export function createStandInTokens(clock: Pick<Clock, 'now'>): StandInTokens {
  const sessions = new Map<string, Grant>();
  const refreshes = new Map<string, Grant>();
  const usedSteps = new Set<string>();

  const give = (account: StandInAccount, renewsForMs: number): Record<string, string> => {
    const now = clock.now().getTime();
    const [sessionToken, refreshToken] = [newToken(), newToken()];
    const userId = Buffer.from(account.login).toString('hex').slice(0, 24);
    const grant = { account, userId, password: account.password, renewsForMs, sessionToken };
    sessions.set(sessionToken, { ...grant, endsAt: now + SESSION_MS });
    refreshes.set(refreshToken, { ...grant, endsAt: now + renewsForMs });
    return { sessionToken, userId, refreshToken };
  };

  const isAlive = (grant: Grant | undefined, userId: string): grant is Grant =>
    grant !== undefined &&
    grant.userId === userId &&
    grant.endsAt > clock.now().getTime() &&
    grant.password === grant.account.password;

  return {
    issue: (account, hadCode) => give(account, hadCode ? REFRESH_WITH_CODE_MS : REFRESH_MS),
    renew(userId, refreshToken) {
      const grant = refreshes.get(refreshToken);
      refreshes.delete(refreshToken);
      if (!isAlive(grant, userId)) return undefined;
      sessions.delete(grant.sessionToken);
      return give(grant.account, grant.renewsForMs);
    },
    accountOf(userId, sessionToken) {
      const grant = sessions.get(sessionToken ?? '');
      return isAlive(grant, userId) ? grant.account : undefined;
    },
    takeCode(account, code) {
      if (account.totpKey === null) return true;
      const current = Math.floor(clock.now().getTime() / STEP_MS);
      for (const step of [current - 1, current]) {
        const use = `${account.login} ${step}`;
        if (usedSteps.has(use) || standInCode(account.totpKey, step * STEP_MS) !== code) continue;
        usedSteps.add(use);
        return true;
      }
      return false;
    },
    endSessions: (login) => endIn(sessions, login),
    endAll(login) {
      endIn(sessions, login);
      endIn(refreshes, login);
    },
  };
}

function endIn(grants: Map<string, Grant>, login: string): void {
  for (const [token, grant] of grants) if (grant.account.login === login) grants.delete(token);
}

/** What an authenticator app shows at an instant (RFC 6238). */
export function standInCode(base32Key: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const mac = createHmac('sha1', keyBytes(base32Key)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
