import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import type { Attempts } from '../auth.attempts.service.ts';
import { createConfirmations } from './auth.confirmation.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import type { HashingLimit } from '../accounts/auth.hashing-limit.service.ts';
import type { HashPassword } from '../accounts/auth.passwords.service.ts';
import { createResets } from './auth.reset.service.ts';
import type { Sessions } from '../sessions/auth.sessions.service.ts';
import { createSignUpMails } from './auth.sign-up-mail.service.ts';
import { createSignUps } from './auth.sign-up.service.ts';
import { createResumeSignUp } from './auth.resume-sign-up.service.ts';

export interface SignUpAndResetOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'publishConfirmed'>;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly secrets: Pick<Secrets, 'deriveKey'>;
  readonly attempts: Attempts;
  readonly cookies: AuthCookies;
  readonly hashing: HashingLimit;
  readonly hashPassword: HashPassword;
  readonly sessions: Pick<Sessions, 'endAllIn'>;
  readonly knownBrowsers: KnownBrowsers;
  /** Left out, no user can sign up as an installer. */
  readonly certification?: Pick<CertificationPort, 'prove' | 'bind'>;
  /** Left out, no invitation works. */
  readonly companies?: Pick<CompaniesPort, 'invitedTo' | 'join'>;
  portalUrl(): string;
}

/** Assembles everything for users who have no account yet or have lost their password. */
export function createSignUpAndReset(options: SignUpAndResetOptions) {
  const codeKey = options.secrets.deriveKey('sign-up-code');
  const ports = { certification: noCertification, companies: noCompanies };
  const own = { ...ports, ...options, codeKey, mails: createSignUpMails({ ...options, codeKey }) };
  const signUps = createSignUps(own);
  const resets = createResets(own);
  return {
    signUps,
    confirmations: createConfirmations(own),
    resumeSignUp: createResumeSignUp(own),
    resets,
    /** Deletes unconfirmed sign-ups and unused reset links. */
    sweep: async (): Promise<void> => {
      await signUps.sweep();
      await resets.sweep();
    },
  };
}

const noCertification: Pick<CertificationPort, 'prove' | 'bind'> = {
  prove: async () => null,
  bind: async () => false,
};

const noCompanies: Pick<CompaniesPort, 'invitedTo' | 'join'> = {
  invitedTo: async () => null,
  join: async () => 'ended',
};
