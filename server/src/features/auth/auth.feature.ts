// Identity: who somebody is, from signing in to signing out.
// Serves everybody who has an account; the rest of the server sees an actor and this port.
// Portal §2 and §8 (sign-in, sessions), acceptance AUTH, SESS.
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Route } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import { createAccounts } from './auth.accounts.service.ts';
import { createAttempts } from './auth.attempts.service.ts';
import { createAuthCookies } from './auth.cookies.service.ts';
import { createIdentity } from './auth.identity.service.ts';
import { startSweeping } from './auth.jobs.ts';
import type { AuthPort } from './auth.port.ts';
import { authRoutes } from './auth.routes.ts';
import { createAuthService } from './auth.service.ts';
import { createSessions } from './auth.sessions.service.ts';

/** The server is ready by then; nobody has typed a password yet. */
const PREPARE_AFTER_MS = 1_000;

export interface AuthFeatureOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The key that signs cookies is derived from it: the same in all server processes and after a restart. */
  readonly secrets: Secrets;
  readonly mail: Mail;
  /** Where browsers reach the portal, without a slash at the end; known once the server listens. */
  portalUrl(): string;
  /** Browsers reach us by https, so that cookies are for https alone. */
  readonly isSecure: boolean;
  /** Staff need a second factor to sign in (AUTH-15). */
  readonly isStaffSecondFactorRequired: boolean;
}

export interface AuthFeature {
  readonly routes: Route[];
  readonly port: AuthPort;
  start(): void;
  stop(): void;
}

export function createAuthFeature(options: AuthFeatureOptions): AuthFeature {
  const { database, clock, log, secrets, isSecure } = options;
  const secret = Buffer.from(secrets.deriveKey('session-cookie')).toString('base64');
  const cookies = createAuthCookies({ secret, isSecure });
  const sessions = createSessions({ database, clock, cookies });
  const attempts = createAttempts({ database, clock });
  const sessionCookieName = cookies.sessionName;
  const identity = createIdentity({ database, clock, log, secret, isSecure, sessionCookieName });
  const service = createAuthService({ database, clock, identity, sessions, attempts, cookies });
  let stopSweeping: Stop = () => {};
  let stopPreparing: Stop = () => {};

  const prepare = async (): Promise<void> => {
    try {
      await identity.prepare();
    } catch (error) {
      // The first to sign in meets the same failure, and is told.
      log.error({ err: error }, 'the identity library could not be loaded');
    }
  };

  return {
    routes: authRoutes(service),
    port: {
      ...createAccounts({ database, clock }),
      authenticate: sessions.authenticate,
      liveSessions: sessions.live,
      endSessions: sessions.endAll,
    },
    start: () => {
      stopSweeping = startSweeping({ clock, log, sessions, attempts });
      stopPreparing = clock.after(PREPARE_AFTER_MS, () => void prepare());
    },
    stop: () => {
      stopSweeping();
      stopPreparing();
    },
  };
}
