import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { insertPerson } from '../auth.store.ts';
import { newToken } from '../auth.tokens.service.ts';
import type { Sessions } from './auth.sessions.service.ts';
import { rollBackSignIn } from './auth.sign-in-probe.store.ts';

const NAME = { firstName: 'Probe', lastName: 'Probe', role: 'user', timeZone: 'UTC' };

export interface SignInProbeOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'begin' | 'actorOf'>;
}

/**
 * Begins a session of a person who is never stored, and looks up a session as each request does. Hashes no password.
 * Throws the reason why no one can sign in.
 */
export const createSignInProbe =
  ({ database, clock, sessions }: SignInProbeOptions) =>
  async (): Promise<void> => {
    await rollBackSignIn(database, async (tx) => {
      const personId = await insertPerson(tx, { email: `${randomUUID()}@localhost`, ...NAME }, clock.now());
      if (personId === undefined) throw new Error('no person could be stored');
      const token = await sessions.begin(tx, personId, { address: '', userAgent: '' });
      if (token === null) throw new Error('no session began for a person');
    });
    await sessions.actorOf(newToken());
  };
