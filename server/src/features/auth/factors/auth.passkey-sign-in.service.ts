import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import type { PasskeyAnswer } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { Door } from '@trace/contract/auth/auth.schema';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { addressLimit } from '../auth.attempts.rules.ts';
import type { Attempts } from '../auth.attempts.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import type { ClientBrowser, SignInAttempt, SignIn, SignedIn } from '../auth.sign-in.service.ts';
import type { Passkeys, Shown } from './auth.passkeys.service.ts';
import { deleteRemoval } from './auth.second-factor-removal.store.ts';
import type { Sessions } from '../sessions/auth.sessions.service.ts';

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;

export interface PasskeySignInOptions {
  readonly database: Database;
  readonly cookies: AuthCookies;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly passkeys: Passkeys;
}

/** A passkey cannot be guessed for an account, so attempts are counted per address and not per account. */
export function createPasskeySignIn(options: PasskeySignInOptions) {
  const { database, cookies, attempts, sessions, signIn, passkeys } = options;

  const begin = (shown: Shown, origin: ClientBrowser['origin']): Promise<string | null> =>
    database.transaction(async (tx) => {
      // A user with a working passkey does not need the removal of the second factor.
      await deleteRemoval(tx, shown.personId);
      if (!(await shown.use(tx))) return null;
      return sessions.begin(tx, shown.personId, origin);
    });

  return {
    /**
     * Ends the browser's previous session and signs in. Refuses wrong credentials, too many attempts, and users whom this
     * sign-in page does not admit.
     */
    signIn: async (
      { answer, door }: { answer: PasskeyAnswer; door?: Door | undefined },
      browser: ClientBrowser,
    ): Promise<SignedIn> => {
      const { actor, origin } = browser;
      if (actor !== null) await sessions.end(actor.sessionId, 'new_sign_in', origin);
      const limits = [addressLimit(origin.address)];
      await signIn.reserve(limits, nobody, origin);
      const shown = await passkeys.check('sign_in', null, answer);
      const who = shown === null ? nobody : { email: shown.email, accountId: shown.personId };
      if (shown !== null) await signIn.requireDoor(door, who, origin);
      const token = shown === null ? null : await begin(shown, origin);
      if (token === null) {
        await signIn.fail(who, origin, 'wrong_passkey');
        throw new Refusal('wrong_credentials', passkeyTexts.wrong);
      }
      await attempts.giveBack(limits);
      return signIn.enter(token, browser, [cookies.session(token)]);
    },
  };
}

/** The log entry for a caller that is not yet identified. */
const nobody: SignInAttempt = { email: 'unknown', accountId: null };
