import type { Role } from '@trace/contract/kernel/roles';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import type { Attempts } from '../auth.attempts.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import { createNewBrowserMails } from '../sessions/auth.new-browser-mail.service.ts';
import { createSignIn } from '../auth.sign-in.service.ts';
import { createOwnPasskeys } from './auth.own-passkeys.service.ts';
import { createOwnSecondFactor } from './auth.own-second-factor.service.ts';
import { createPasskeyChallenges } from './auth.passkey-challenges.service.ts';
import { createPasskeySignIn } from './auth.passkey-sign-in.service.ts';
import { createPasskeys } from './auth.passkeys.service.ts';
import { createReauthentication } from './auth.reauthentication.service.ts';
import { createSecondFactorRemovals } from './auth.second-factor-removal.service.ts';
import { createSecondFactors } from './auth.second-factor.service.ts';
import { hasSecondFactor } from './auth.second-factor.store.ts';
import { createSecondSteps } from './auth.second-step.service.ts';
import { createWrongCodeMails } from './auth.wrong-codes-mail.service.ts';
import type { Sessions } from '../sessions/auth.sessions.service.ts';

export interface AuthenticationFactorsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly mail: Mail;
  portalUrl(): string;
  readonly isStaffSecondFactorRequired: boolean;
  readonly cookies: AuthCookies;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly knownBrowsers: KnownBrowsers;
}

/** Assembles every proof of identity beyond a password: second steps, passkeys, re-authentication and recovery. */
export function createAuthenticationFactors(options: AuthenticationFactorsOptions) {
  const { database, isStaffSecondFactorRequired } = options;
  const signIn = createSignIn({ ...options, newBrowserMails: createNewBrowserMails(options) });
  const factors = createSecondFactors(options);
  const removals = createSecondFactorRemovals(options);
  const wrongCodeMails = createWrongCodeMails(options);
  const secondSteps = createSecondSteps({ ...options, signIn, factors, removals, wrongCodeMails });
  const challenges = createPasskeyChallenges(options);
  const passkeys = createPasskeys({ ...options, challenges });
  const passkeySignIn = createPasskeySignIn({ ...options, signIn, passkeys });
  const proofs = createReauthentication({ ...options, signIn, factors, passkeys });
  return {
    signIn,
    ownSecondFactor: createOwnSecondFactor({ ...options, factors }),
    removals,
    secondSteps,
    passkeys,
    ownPasskeys: createOwnPasskeys({ ...options, challenges }),
    passkeySignIn,
    proofs,
    /** Whether a right password alone begins no session for this person. */
    needsSecondStep: async (personId: string, role: Role): Promise<boolean> =>
      (isStaffSecondFactorRequired && role === 'staff') || hasSecondFactor(database.sql, personId),
    sweep: async (): Promise<void> => {
      await removals.sweep();
      await secondSteps.sweep();
      await challenges.sweep();
    },
  };
}
