import type { Person } from '@trace/contract/auth/auth.schema';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { dayIn } from '@trace/contract/kernel/calendar';
import type { Actor } from '#platform/actor/actor';
import { recordActivity } from '#platform/audit/activity';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { accountLimit, addressLimit } from './auth.attempts.rules.ts';
import type { Attempts } from './auth.attempts.service.ts';
import type { AuthCookies, Cookies } from './auth.cookies.service.ts';
import { normaliseEmail } from './auth.email.rules.ts';
import type { Identity, SignInOutcome } from './auth.identity.service.ts';
import type { Sessions } from './auth.sessions.service.ts';
import { findPersonByEmail } from './auth.store.ts';

/** Where a call comes from, as the HTTP edge knows it. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** The browser that calls: who is signed in there, and what it remembers. */
export interface Browser {
  readonly actor: Actor | null;
  readonly cookies: Cookies;
  readonly origin: Origin;
}

export interface SignedIn {
  readonly person: Person;
  readonly setCookies: readonly string[];
}

export interface AuthService {
  /** Ends the session that the browser had, then signs in. Refuses wrong credentials, and too many tries. */
  signIn(given: { email: string; password: string }, browser: Browser): Promise<SignedIn>;
  /** Ends the session of this browser; answers the `Set-Cookie` that forgets it. */
  signOut(browser: Browser): Promise<string>;
  /** The signed-in person at the start of a page: the first start on a day counts as a login (SESS-01). */
  start(browser: Browser): Promise<Person | null>;
}

export interface AuthServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly cookies: AuthCookies;
}

/** Hashing a password takes a core for some 30 ms: a flood from many addresses must not queue for minutes. */
const MOST_PROOFS_AT_ONCE = 64;
const BUSY_RETRY_SEC = 2;

type FailedReason = 'unknown_email' | 'wrong_password' | 'too_many_requests' | 'no_valid_role' | 'unknown_error';

export function createAuthService(options: AuthServiceOptions): AuthService {
  const { database, clock, identity, sessions, attempts, cookies: authCookies } = options;

  const recordFailure = async (who: Claimed, origin: Origin, reason: FailedReason): Promise<void> => {
    const at = clock.now();
    await recordActivity(database.sql, { action: 'failed_login', ...who, ...origin, details: { reason }, at });
  };

  const recordLogin = async (actor: Actor, origin: Origin): Promise<void> => {
    const { accountId, sessionId, email, timeZone } = actor;
    const at = clock.now();
    const visit = { sessionId, day: dayIn(timeZone, at) };
    await recordActivity(database.sql, { action: 'login', accountId, email, ...origin, details: {}, at, visit });
  };

  const limitsFor = (who: Claimed, browser: Browser) => {
    const isOwnersDevice =
      who.accountId !== null &&
      (browser.actor?.accountId === who.accountId ||
        authCookies.isMarkedFor(browser.cookies, who.accountId, clock.now()));
    const address = addressLimit(browser.origin.address);
    // Strangers who use up an account's tries must not keep its owner out (AUTH-13).
    return isOwnersDevice ? [address] : [address, accountLimit(who.email)];
  };

  let proofsNow = 0;

  const prove = async (who: Claimed, password: string, origin: Origin): Promise<SignInOutcome> => {
    if (proofsNow >= MOST_PROOFS_AT_ONCE) {
      throw new Refusal('too_many_requests', authTexts.tooManyTries, { retryAfterSec: BUSY_RETRY_SEC });
    }
    proofsNow += 1;
    try {
      return await identity.signIn({ email: who.email, password, ...origin });
    } catch (error) {
      await recordFailure(who, origin, 'unknown_error');
      throw error;
    } finally {
      proofsNow -= 1;
    }
  };

  return {
    signIn: async (given, browser) => {
      const { actor, origin } = browser;
      if (actor !== null) await sessions.end(actor.sessionId, 'new_sign_in', origin);

      const who = await claimedBy(database, given.email);
      const limits = limitsFor(who, browser);
      const usedUp = await attempts.reserve(limits);
      if (usedUp !== null) {
        if (usedUp.isFirst) await recordFailure(who, origin, 'too_many_requests');
        throw new Refusal('too_many_requests', authTexts.tooManyTries, { retryAfterSec: usedUp.retryAfterSec });
      }

      const outcome = await prove(who, given.password, origin);
      if (outcome.kind !== 'session') {
        await recordFailure(who, origin, reasonOf(outcome.kind, who));
        throw new Refusal('wrong_credentials', authTexts.wrongCredentials);
      }

      const signedIn = await sessions.actorOf(outcome.token);
      if (signedIn === null) throw new Error('a session that has just begun is gone');
      await attempts.giveBack(limits);
      await recordLogin(signedIn, origin);
      const deviceMark = authCookies.deviceMark(signedIn.accountId, clock.now());
      return { person: personOf(signedIn), setCookies: [...outcome.setCookies, deviceMark] };
    },
    signOut: async ({ actor, origin }) => {
      if (actor !== null) await sessions.end(actor.sessionId, 'signed_out', origin);
      return authCookies.clearedSession();
    },
    start: async ({ actor, origin }) => {
      if (actor === null) return null;
      await recordLogin(actor, origin);
      return personOf(actor);
    },
  };
}

/** Whom somebody claims to be; the account is null when nobody has that e-mail. */
interface Claimed {
  readonly email: string;
  readonly accountId: string | null;
}

/** What the log tells and the answer does not. */
function reasonOf(kind: 'wrong_proof' | 'no_valid_role', who: Claimed): FailedReason {
  if (kind === 'no_valid_role') return kind;
  return who.accountId === null ? 'unknown_email' : 'wrong_password';
}

async function claimedBy(database: Database, typedEmail: string): Promise<Claimed> {
  const email = normaliseEmail(typedEmail);
  const person = await findPersonByEmail(database.sql, email);
  return { email, accountId: person?.id ?? null };
}

function personOf({ accountId: id, email, firstName, lastName, role: userType, timeZone }: Actor): Person {
  return { id, email, firstName, lastName, userType, timeZone };
}
