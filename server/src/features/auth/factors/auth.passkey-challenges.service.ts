import { randomBytes } from 'node:crypto';
import { passkeyLimits } from '@trace/contract/auth/factors/auth.passkeys.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { hashOfToken } from '../auth.tokens.service.ts';
import { deleteChallengesOver, insertChallenge, takeChallenge } from './auth.passkeys.store.ts';
import type { ChallengeKind } from './auth.passkeys.store.ts';
import { challengeIn } from './auth.webauthn.service.ts';

const CHALLENGE_BYTES = 32;

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/** The challenges that passkeys answer. Each can be answered once, right or wrong, and expires. */
export function createPasskeyChallenges({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  return {
    create: async (kind: ChallengeKind, personId: string | null): Promise<string> => {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
      const expiresAt = new Date(clock.now().getTime() + passkeyLimits.challengeMs);
      await insertChallenge(database.sql, { challengeHash: hashOfToken(challenge), kind, personId }, expiresAt);
      return challenge;
    },

    /** Deletes the challenge that was answered and returns it, or returns null if it is unknown or expired. */
    take: async (kind: ChallengeKind, personId: string | null, clientDataJSON: string): Promise<string | null> => {
      const challenge = challengeIn(clientDataJSON);
      if (challenge === null) return null;
      const question = { challengeHash: hashOfToken(challenge), kind, personId };
      return (await takeChallenge(database.sql, question, clock.now())) ? challenge : null;
    },

    /** Deletes expired challenges. */
    sweep: (): Promise<void> => deleteChallengesOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}
