import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../clock.ts';
import { newToken, type StandInAccount } from './stand-in.accounts.ts';

const SESSION_MS = 15 * 60_000;
const REFRESH_MS = 7 * 86_400_000;
const REFRESH_WITH_CODE_MS = 365 * 86_400_000;
const STEP_MS = 30_000;

interface Grant {
  readonly account: StandInAccount;
  readonly userId: string;
  /** The password at the time of the grant. A changed password ends the grant. */
  readonly password: string;
  readonly renewsForMs: number;
  readonly endsAt: number;
  /** The session token of the same pair. Renewing a pair ends only this session. */
  readonly sessionToken: string;
}

export interface StandInTokens {
  /** @returns the body of a 200 */
  issue(account: StandInAccount, hadCode: boolean): Record<string, string>;
  /**
   * Returns a new pair. Returns undefined if the refresh token is expired, used, of another user, or of another
   * password.
   */
  renew(userId: string, refreshToken: string): Record<string, string> | undefined;
  accountOf(userId: string, sessionToken: string | undefined): StandInAccount | undefined;
  /** Returns whether the code is valid and unused. Always true for an account without a second factor. */
  useCode(account: StandInAccount, code: string): boolean;
  endSessions(login: string): void;
  /** Ends all tokens, as a change of the password does. */
  endAll(login: string): void;
}

/** Issues tokens that rotate on the clock. Of two concurrent refreshes with the same token, only one succeeds. */
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
    useCode(account, code) {
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

/** Returns the code of an authenticator app at an instant (RFC 6238). */
export function standInCode(base32Key: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(base32Key) }).generate({ timestamp: atMs });
}
