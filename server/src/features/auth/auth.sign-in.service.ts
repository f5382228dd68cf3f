import type { Door, Person } from '@trace/contract/auth/auth.schema';
import type { NextStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { dayIn } from '@trace/contract/kernel/calendar';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import type { Actor } from '#platform/actor/actor';
import { recordActivity } from '#platform/audit/activity';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { AttemptLimit } from './auth.attempts.rules.ts';
import type { Attempts } from './auth.attempts.service.ts';
import type { Cookies } from './sessions/auth.cookies.service.ts';
import type { KnownBrowsers } from './sessions/auth.known-browsers.service.ts';
import type { Sessions } from './sessions/auth.sessions.service.ts';
import { findRole } from './sessions/auth.sessions.store.ts';

/** Where a call comes from, as the HTTP edge knows it. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The browser that calls: who is signed in there, and what it remembers. */
export interface ClientBrowser {
  readonly actor: Actor | null;
  readonly cookies: Cookies;
  readonly origin: Origin;
  /** A `Set-Cookie` for it, also when the call is refused. */
  setCookie(header: string): void;
}

export interface SignedIn {
  readonly person: Person;
  readonly setCookies: readonly string[];
}

/** The password was right; nobody is signed in before the second step is done. */
export interface SecondStepRequired {
  readonly secondFactor: NextStep;
  readonly setCookies: readonly string[];
}

/** Whom somebody claims to be; the account is null when nobody has that e-mail. */
export interface SignInAttempt {
  readonly email: string;
  readonly accountId: string | null;
}

export type FailedReason =
  | 'unknown_email'
  | 'wrong_password'
  | 'wrong_second_factor'
  | 'wrong_passkey'
  | 'too_many_requests'
  | 'no_valid_role'
  | 'unconfirmed'
  | 'not_staff'
  | 'unknown_error';

/** What every way in has in common: its tries, its lines in the activity log, and the person at its end. */
export interface SignIn {
  /** Counts a try against each limit; refuses when one is used up. */
  reserve(limits: readonly AttemptLimit[], who: SignInAttempt, origin: Origin): Promise<void>;
  /** Refuses, at the staff's own door, whoever has proved to be somebody else: all of them in the same words (SUPL-01). */
  requireDoor(door: Door | undefined, who: SignInAttempt, origin: Origin): Promise<void>;
  /** Writes a failure into the activity log (SESS-02). */
  fail(who: SignInAttempt, origin: Origin, reason: FailedReason): Promise<void>;
  /** Writes a login: the first of a session and day counts (SESS-01). */
  login(actor: Actor, origin: Origin): Promise<void>;
  /** The person of a session that has begun, and what their browser is to remember. */
  enter(token: string, origin: Origin, sessionCookies: readonly string[]): Promise<SignedIn>;
}

export interface EntryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly knownBrowsers: KnownBrowsers;
}

export function createEntry({ database, clock, sessions, attempts, knownBrowsers }: EntryOptions): SignIn {
  const fail: SignIn['fail'] = ({ email, accountId }, { address, userAgent }, reason) => {
    const at = clock.now();
    const entry = { email, accountId, address, userAgent, details: { reason }, at };
    return recordActivity(database.sql, { action: 'failed_login', ...entry });
  };

  const login: SignIn['login'] = (actor, { address, userAgent }) => {
    const { accountId, sessionId, email, timeZone } = actor;
    const at = clock.now();
    const entry = { accountId, email, address, userAgent, details: {}, at };
    return recordActivity(database.sql, { action: 'login', ...entry, visit: { sessionId, day: dayIn(timeZone, at) } });
  };

  return {
    fail,
    login,
    reserve: async (limits, who, origin) => {
      const usedUp = await attempts.reserve(limits);
      if (usedUp === null) return;
      if (usedUp.isFirst) await fail(who, origin, 'too_many_requests');
      throw new Refusal('too_many_requests', authTexts.tooManyTries, { retryAfterSec: usedUp.retryAfterSec });
    },
    requireDoor: async (door, who, origin) => {
      if (door !== 'support') return;
      const role = who.accountId === null ? undefined : await findRole(database.sql, who.accountId);
      if (role === 'staff') return;
      await fail(who, origin, 'not_staff');
      throw new Refusal('forbidden', supportStaffTexts.denied);
    },
    enter: async (token, origin, sessionCookies) => {
      const actor = await sessions.actorOf(token);
      if (actor === null) throw new Error('a session that has just begun is gone');
      await login(actor, origin);
      const browserMark = await knownBrowsers.mark(actor.accountId);
      return { person: personOf(actor), setCookies: [...sessionCookies, browserMark] };
    },
  };
}

export function personOf({ accountId: id, email, firstName, lastName, role: userType, timeZone }: Actor): Person {
  return { id, email, firstName, lastName, userType, timeZone };
}
