import type { Door, Person } from '@trace/contract/auth/auth.schema';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { accountLimit, addressLimit, knownBrowserLimit } from './auth.attempts.rules.ts';
import type { AttemptLimit } from './auth.attempts.rules.ts';
import type { Attempts } from './auth.attempts.service.ts';
import type { AuthCookies } from './sessions/auth.cookies.service.ts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { personOf } from './auth.sign-in.service.ts';
import type {
  ClientBrowser,
  SignInAttempt,
  SignIn,
  FailedReason,
  SecondStepRequired,
  Origin,
  SignedIn,
} from './auth.sign-in.service.ts';
import type { KnownBrowsers } from './sessions/auth.known-browsers.service.ts';
import type { HashingLimit } from './accounts/auth.hashing-limit.service.ts';
import type { Identity, SignInOutcome } from './accounts/auth.identity.service.ts';
import type { SecondSteps } from './factors/auth.second-step.service.ts';
import type { Sessions } from './sessions/auth.sessions.service.ts';
import { findPasswordHash, lockPasswordHash } from './accounts/auth.profile.store.ts';
import { findPersonByEmail } from './auth.store.ts';
import { deleteHalfSignIns } from './sign-up/auth.reset.store.ts';
import type { ResumeSignUp } from './sign-up/auth.resume-sign-up.service.ts';

export type AuthService = ReturnType<typeof createAuthService>;

export interface AuthServiceOptions {
  readonly database: Database;
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly cookies: AuthCookies;
  readonly signIn: SignIn;
  readonly knownBrowsers: KnownBrowsers;
  readonly secondSteps: SecondSteps;
  readonly hashing: HashingLimit;
  readonly resumeSignUp: ResumeSignUp;
}

/** The password is right, but the address is not yet confirmed by a code. */
interface Waiting {
  readonly kind: 'unconfirmed';
  readonly setCookie: string;
}

export function createAuthService(options: AuthServiceOptions) {
  const { database, sessions, attempts, cookies: authCookies, signIn, knownBrowsers } = options;
  const { secondSteps, hashing } = options;
  const [prove, refuseWrong] = [createProve(options), createRefuseWrong(signIn)];

  const limitsFor = async (
    { accountId, email }: SignInAttempt,
    { cookies, origin }: ClientBrowser,
  ): Promise<AttemptLimit[]> => {
    const browserId = await knownBrowsers.idOf(accountId, cookies);
    return [addressLimit(origin.address), browserId === null ? accountLimit(email) : knownBrowserLimit(browserId)];
  };

  /**
   * Runs after the proof, so that a caller without the right password cannot learn whose sign-in page the account may
   * use.
   */
  const requireDoor = async (
    door: Door | undefined,
    outcome: SignInOutcome | Waiting,
    who: SignInAttempt,
    { origin }: ClientBrowser,
    limits: readonly AttemptLimit[],
  ): Promise<void> => {
    if (outcome.kind === 'wrong_proof') return;
    try {
      await signIn.requireDoor(door, who, origin);
    } catch (error) {
      if (outcome.kind === 'session') await sessions.discard(outcome.token);
      await attempts.giveBack(limits);
      throw error;
    }
  };

  return {
    /**
     * Ends the browser's previous session, then signs in or requires a second step. Refuses wrong credentials and too
     * many attempts. The staff sign-in also refuses users who are not staff.
     */
    signIn: async (
      given: { email: string; password: string; door?: Door | undefined },
      browser: ClientBrowser,
    ): Promise<SignedIn | SecondStepRequired> => {
      const { actor, origin } = browser;
      if (actor !== null) await sessions.end(actor.sessionId, 'new_sign_in', origin);

      const who = await claimedBy(database, given.email);
      const limits = await limitsFor(who, browser);
      const { hash, outcome } = await hashing(async () => {
        // Counts inside, because an attempt that a busy server refuses is no wrong attempt (AUTH-21).
        await signIn.reserve(limits, who, origin);
        return { hash: await hashOf(database, who), outcome: await prove(who, given.password, origin) };
      });
      await requireDoor(given.door, outcome, who, browser, limits);
      if (outcome.kind === 'second_step' && who.accountId !== null) {
        const owner = { personId: who.accountId, email: who.email };
        const step = await secondSteps.begin(
          owner,
          limits.map((limit) => limit.key),
        );
        if (!(await hasPasswordChanged(database, who, hash))) return step;
        await deleteHalfSignIns(database.sql, who.accountId);
        return refuseWrong('wrong_proof', who, origin);
      }
      if (outcome.kind === 'unconfirmed') {
        await attempts.giveBack(limits);
        await signIn.fail(who, origin, outcome.kind);
        browser.setCookie(outcome.setCookie);
        throw new Refusal('unconfirmed', signUpTexts.unconfirmed);
      }
      if (outcome.kind !== 'session') return refuseWrong(outcome.kind, who, origin);
      if (await hasPasswordChanged(database, who, hash)) {
        await sessions.discard(outcome.token);
        return refuseWrong('wrong_proof', who, origin);
      }

      const signedIn = await signIn.enter(outcome.token, browser, outcome.setCookies);
      await attempts.giveBack(limits);
      return signedIn;
    },
    /** Ends the session of this browser. Returns the `Set-Cookie` that clears the session cookie. */
    signOut: async ({ actor, origin }: ClientBrowser): Promise<string> => {
      if (actor !== null) await sessions.end(actor.sessionId, 'signed_out', origin);
      return authCookies.clearedSession();
    },
    /** The signed-in person at the start of a page: the first start on a day counts as a login (SESS-01). */
    start: async ({ actor, origin }: ClientBrowser): Promise<Person | null> => {
      if (actor === null) return null;
      await signIn.login(actor, origin);
      return personOf(actor);
    },
  };
}

function createProve({ identity, signIn, resumeSignUp }: AuthServiceOptions) {
  return async (who: SignInAttempt, password: string, origin: Origin): Promise<SignInOutcome | Waiting> => {
    try {
      const outcome = await identity.signIn({ email: who.email, password, ...origin });
      if (outcome.kind !== 'wrong_proof') return outcome;
      const setCookie = await resumeSignUp.find(who.email, password);
      return setCookie === null ? outcome : { kind: 'unconfirmed', setCookie };
    } catch (error) {
      await signIn.fail(who, origin, 'unknown_error');
      throw error;
    }
  };
}

type WrongKind = Exclude<SignInOutcome['kind'], 'session'>;

const createRefuseWrong =
  (signIn: SignIn) =>
  async (kind: WrongKind, who: SignInAttempt, origin: Origin): Promise<never> => {
    await signIn.fail(who, origin, reasonOf(kind, who));
    throw new Refusal('wrong_credentials', authTexts.wrongCredentials);
  };

const hashOf = async ({ sql }: Database, { accountId }: SignInAttempt): Promise<string | null> =>
  accountId === null ? null : findPasswordHash(sql, accountId);

/**
 * Returns whether the password was changed while it was checked. The change ended the sessions that it found, so a
 * session must not begin after it with the old password. Waits for a change that is not committed yet.
 */
const hasPasswordChanged = async (
  { sql }: Database,
  { accountId }: SignInAttempt,
  hash: string | null,
): Promise<boolean> => accountId !== null && (await lockPasswordHash(sql, accountId)) !== hash;

/** Returns the reason for the log. The response does not reveal the reason. */
function reasonOf(kind: WrongKind, who: SignInAttempt): FailedReason {
  if (kind === 'no_valid_role') return kind;
  return who.accountId === null ? 'unknown_email' : 'wrong_password';
}

async function claimedBy(database: Database, typedEmail: string): Promise<SignInAttempt> {
  const email = normaliseEmail(typedEmail);
  const person = await findPersonByEmail(database.sql, email);
  return { email, accountId: person?.id ?? null };
}
