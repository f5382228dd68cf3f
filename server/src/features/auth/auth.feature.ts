// Identity: identifies a user from sign-in to sign-out.
// Serves every user with an account. The rest of the server sees an actor and this port.
// Portal §2 and §8 (sign-in, sessions), acceptance AUTH, SESS.
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Route } from '#platform/http/route';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import { createAccounts } from './accounts/auth.accounts.service.ts';
import { createAttempts } from './auth.attempts.service.ts';
import { createAuthCookies } from './sessions/auth.cookies.service.ts';
import { createAuthenticationFactors } from './factors/auth.authentication-factors.service.ts';
import { createKnownBrowsers } from './sessions/auth.known-browsers.service.ts';
import { createHashingLimit } from './accounts/auth.hashing-limit.service.ts';
import { createIdentity } from './accounts/auth.identity.service.ts';
import { startSweeping } from './auth.jobs.ts';
import { deleteOldActivity, listOwnEmails } from './accounts/auth.person-data.store.ts';
import { createSignUpAndReset } from './sign-up/auth.sign-up-and-reset.service.ts';
import { createOwnSessions } from './sessions/auth.own-sessions.service.ts';
import { authPersonData } from './accounts/auth.person-data.service.ts';
import { createPasswordHash, type PasswordCost } from './accounts/auth.passwords.service.ts';
import { passkeyRoutes } from './factors/auth.passkeys.routes.ts';
import type { AuthPort } from './auth.port.ts';
import { createProfiles } from './accounts/auth.profile.service.ts';
import { reauthenticationRoutes } from './factors/auth.reauthentication.routes.ts';
import { resetRoutes } from './sign-up/auth.reset.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { secondFactorRoutes } from './factors/auth.second-factor.routes.ts';
import { createAuthService } from './auth.service.ts';
import { sessionsRoutes } from './sessions/auth.sessions.routes.ts';
import { createSignInProbe } from './sessions/auth.sign-in-probe.service.ts';
import { createSessions } from './sessions/auth.sessions.service.ts';
import { signUpRoutes } from './sign-up/auth.sign-up.routes.ts';

/** Loading blocks the process, and pages return in the first seconds after a restart (decision 049). */
const PREPARE_AFTER_MS = 10_000;

export interface AuthFeatureOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The key that signs cookies is derived from these secrets. The key is the same in all server processes and after a
   * restart.
   */
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly people: PeoplePort;
  /** Left out where no user signs up as an installer, such as in the command that adds staff. */
  readonly certification?: Pick<CertificationPort, 'prove' | 'bind'>;
  /** Left out where no user signs up by invitation. */
  readonly companies?: Pick<CompaniesPort, 'invitedTo' | 'join'>;
  /** Where browsers reach the portal, without a slash at the end; known once the server listens. */
  portalUrl(): string;
  /** Browsers reach us by https, so that cookies are for https alone. */
  readonly isSecure: boolean;
  /** All callers have the address of a proxy that is not trusted (AUTH-19). */
  readonly isAddressShared: boolean;
  /** Staff need a second factor to sign in (AUTH-15). */
  readonly isStaffSecondFactorRequired: boolean;
  /** Default: the cost for real passwords. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Default: what a server hashes within a few seconds. */
  readonly mostHashesAtOnce?: number | undefined;
}

export interface AuthFeature extends Feature {
  readonly routes: Route[];
  readonly port: AuthPort;
  start(): Stop;
}

export function createAuthFeature(options: AuthFeatureOptions): AuthFeature {
  const { database, clock, people, log, secrets, isSecure, isAddressShared } = options;
  const secret = Buffer.from(secrets.deriveKey('session-cookie')).toString('base64');
  const cookies = createAuthCookies({ secret, isSecure });
  const sessions = createSessions({ database, clock, cookies });
  const attempts = createAttempts({ database, clock, isAddressShared });
  const sessionCookieName = cookies.sessionName;
  const knownBrowsers = createKnownBrowsers({ database, clock, cookies });
  const factors = createAuthenticationFactors({ ...options, cookies, attempts, sessions, knownBrowsers });
  const { signIn, secondSteps, needsSecondStep } = factors;
  const hashing = createHashingLimit(options.mostHashesAtOnce);
  const hashPassword = createPasswordHash(options.passwordCost);
  const signUpAndReset = createSignUpAndReset({
    ...options,
    cookies,
    attempts,
    sessions,
    knownBrowsers,
    hashing,
    hashPassword,
  });
  const identity = createIdentity({
    database,
    clock,
    log,
    secret,
    isSecure,
    sessionCookieName,
    hashPassword,
    needsSecondStep,
  });
  const service = createAuthService({
    database,
    identity,
    sessions,
    attempts,
    cookies,
    signIn,
    knownBrowsers,
    secondSteps,
    hashing,
    resumeSignUp: signUpAndReset.resumeSignUp,
  });
  const ownSessions = createOwnSessions({ database, clock });

  const prepare = async (): Promise<void> => {
    try {
      await identity.prepare();
    } catch (error) {
      // The next sign-in meets the same failure and reports it.
      log.error({ err: error }, 'Preloading better-auth failed, retrying at the first sign-in');
    }
  };

  return {
    name: 'auth',
    routes: [
      ...authRoutes(service),
      ...signUpRoutes(signUpAndReset.signUps, signUpAndReset.confirmations),
      ...resetRoutes(signUpAndReset.resets),
      ...secondFactorRoutes(factors),
      ...passkeyRoutes(factors),
      ...reauthenticationRoutes(factors.proofs),
      ...sessionsRoutes(ownSessions, knownBrowsers),
    ],
    personData: authPersonData(people),
    retention: [{ kind: 'activityLogs', take: deleteOldActivity }],
    // Data of other features refers to the person until that data is deleted.
    after: { personData: 'all' },
    port: {
      ...createAccounts({ database, clock, people, hashPassword }),
      ...createProfiles({ database, clock, attempts, hashPassword, endOthers: ownSessions.endOthersIn }),
      emailsOf: listOwnEmails,
      authenticate: sessions.authenticate,
      checkSignIn: createSignInProbe({ database, clock, sessions }),
      liveSessions: sessions.live,
      endSessions: sessions.endAll,
      endAccess: signUpAndReset.resets.endAccess,
      sendPasswordLink: signUpAndReset.resets.sendPasswordLink,
      reserveSupportReset: signUpAndReset.resets.reserveSupportReset,
      markBrowser: knownBrowsers.mark,
      approveSecondFactorRemoval: factors.removals.approve,
      waitingRemovals: factors.removals.waiting,
    },
    start: () => {
      const stopSweeping = startSweeping({ clock, log, parts: [sessions, attempts, factors, signUpAndReset] });
      const stopPreparing = clock.after(PREPARE_AFTER_MS, () => void prepare());
      return () => {
        stopSweeping();
        stopPreparing();
      };
    },
  };
}
