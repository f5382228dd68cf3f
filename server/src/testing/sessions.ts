// Sessions of people who have just been created, as a sign-in begins them after its proof.
import { createAttempts } from '#features/auth/auth.attempts.service';
import { createSignIn } from '#features/auth/auth.sign-in.service';
import { createAuthCookies } from '#features/auth/sessions/auth.cookies.service';
import { createKnownBrowsers } from '#features/auth/sessions/auth.known-browsers.service';
import { createSessions } from '#features/auth/sessions/auth.sessions.service';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly isSecure: boolean;
}

/** As the server sees the tests' own requests. */
const origin = { requestId: '', address: '127.0.0.1', userAgent: 'node' };

/**
 * Returns a function that begins a session and answers the `cookie` header of the browser. Most tests need a session and
 * not the sign-in, whose request with its proof takes three times as long.
 */
export function createSessionStarter({ database, clock, secrets, isSecure }: SessionsOptions) {
  const secret = Buffer.from(secrets.deriveKey('session-cookie')).toString('base64');
  const cookies = createAuthCookies({ secret, isSecure });
  const sessions = createSessions({ database, clock, cookies });
  const signIn = createSignIn({
    database,
    clock,
    sessions,
    attempts: createAttempts({ database, clock, isAddressShared: false }),
    knownBrowsers: createKnownBrowsers({ database, clock, cookies }),
    newBrowserMails: { send: async () => {} },
  });

  return async (accountId: string): Promise<string> => {
    const token = await sessions.begin(database.sql, accountId, origin);
    if (token === null) throw new Error(`no session began for ${accountId}`);
    const { setCookies } = await signIn.enter(token, { cookies: {}, origin }, [cookies.session(token)]);
    return setCookies.map((header) => header.split(';')[0]!).join('; ');
  };
}
