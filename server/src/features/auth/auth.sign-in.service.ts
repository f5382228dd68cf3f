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
import type { NewBrowserMails } from './sessions/auth.new-browser-mail.service.ts';
import { findRole } from './sessions/auth.sessions.store.ts';

/** The origin of a call, as known to the HTTP edge. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The calling browser: the signed-in user and the cookies. */
export interface ClientBrowser {
  readonly actor: Actor | null;
  readonly cookies: Cookies;
  readonly origin: Origin;
  /** Sends a `Set-Cookie` to the browser, even if the call is refused. */
  setCookie(header: string): void;
}

export interface SignedIn {
  readonly person: Person;
  readonly setCookies: readonly string[];
}

/** The password is right. The session begins only after the second step. */
export interface SecondStepRequired {
  readonly secondFactor: NextStep;
  readonly setCookies: readonly string[];
}

/** The claimed identity. The account is null if the email belongs to no account. */
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

/** The parts common to every sign-in method: attempt limits, entries in the activity log, and the signed-in user. */
export type SignIn = ReturnType<typeof createSignIn>;

export interface SignInOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly knownBrowsers: KnownBrowsers;
  readonly newBrowserMails: NewBrowserMails;
}

export function createSignIn({ database, clock, sessions, attempts, knownBrowsers, newBrowserMails }: SignInOptions) {
  /** Writes a failure into the activity log (SESS-02). */
  const fail = (
    { email, accountId }: SignInAttempt,
    { address, userAgent }: Origin,
    reason: FailedReason,
  ): Promise<void> => {
    const at = clock.now();
    const entry = { email, accountId, address, userAgent, details: { reason }, at };
    return recordActivity(database.sql, { action: 'failed_login', ...entry });
  };

  /** Writes a login: the first of a session and day counts (SESS-01). */
  const login = (actor: Actor, { address, userAgent }: Origin): Promise<void> => {
    const { accountId, sessionId, email, timeZone } = actor;
    const at = clock.now();
    const entry = { accountId, email, address, userAgent, details: {}, at };
    return recordActivity(database.sql, { action: 'login', ...entry, visit: { sessionId, day: dayIn(timeZone, at) } });
  };

  return {
    fail,
    login,
    /** Counts an attempt against each limit. Refuses when a limit is used up. */
    reserve: async (limits: readonly AttemptLimit[], who: SignInAttempt, origin: Origin): Promise<void> => {
      const usedUp = await attempts.reserve(limits);
      if (usedUp === null) return;
      if (usedUp.isFirst) await fail(who, origin, 'too_many_requests');
      throw new Refusal('too_many_requests', authTexts.tooManyTries, { retryAfterSec: usedUp.retryAfterSec });
    },
    /** Refuses, at the staff sign-in, every authenticated user who is not staff, always in the same words (SUPL-01). */
    requireDoor: async (door: Door | undefined, who: SignInAttempt, origin: Origin): Promise<void> => {
      if (door !== 'support') return;
      const role = who.accountId === null ? undefined : await findRole(database.sql, who.accountId);
      if (role === 'staff') return;
      await fail(who, origin, 'not_staff');
      throw new Refusal('forbidden', supportStaffTexts.denied);
    },
    /**
     * Returns the person of a session that has begun, and the cookies for the browser. Mails the person when the browser
     * is new (AUTH-20).
     */
    enter: async (
      token: string,
      { cookies, origin }: Pick<ClientBrowser, 'cookies' | 'origin'>,
      sessionCookies: readonly string[],
    ): Promise<SignedIn> => {
      const actor = await sessions.actorOf(token);
      // Staff can be deactivated during their sign-in.
      if (actor === null) throw new Refusal('wrong_credentials', authTexts.wrongCredentials);
      await login(actor, origin);
      if (await knownBrowsers.isNew(actor.accountId, cookies)) await newBrowserMails.send(actor, origin);
      const browserMark = await knownBrowsers.mark(actor.accountId);
      return { person: personOf(actor), setCookies: [...sessionCookies, browserMark] };
    },
  };
}

export function personOf({ accountId: id, email, firstName, lastName, role: userType, timeZone }: Actor): Person {
  return { id, email, firstName, lastName, userType, timeZone };
}
