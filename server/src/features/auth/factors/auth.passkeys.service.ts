import { passkeyLimits } from '@trace/contract/auth/factors/auth.passkeys.rules';
import type { PasskeyAnswer, PasskeyOptions } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { findPasskeyByCredential, listPasskeysOf, updatePasskeyUse } from './auth.passkeys.store.ts';
import type { ChallengeKind, PasskeyRow } from './auth.passkeys.store.ts';
import type { PasskeyChallenges } from './auth.passkey-challenges.service.ts';
import type { Owner } from './auth.second-factor.service.ts';
import { siteOf, verifyPasskey } from './auth.webauthn.service.ts';

/** The owner of the passkey that answered. `use` records the use and returns false if the counter went back. */
export interface Shown extends Owner {
  use(tx: Tx): Promise<boolean>;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

export interface PasskeysOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: PasskeyChallenges;
  portalUrl(): string;
}

/** AUTH-15: passkeys on the user's own devices. Each use verifies the user, so a passkey counts as both factors. */
export function createPasskeys({ database, clock, challenges, portalUrl }: PasskeysOptions) {
  const site = () => siteOf(portalUrl());

  /**
   * Creates a challenge: for any passkey at sign-in, or for the user's passkeys at re-authentication. Returns null if
   * the user has no passkey.
   */
  async function ask(kind: 'sign_in'): Promise<PasskeyOptions>;
  async function ask(kind: 'prove', personId: string): Promise<PasskeyOptions | null>;
  async function ask(kind: 'sign_in' | 'prove', personId: string | null = null): Promise<PasskeyOptions | null> {
    const known = personId === null ? [] : await listPasskeysOf(database.sql, personId);
    if (kind === 'prove' && known.length === 0) return null;
    const challenge = await challenges.create(kind, personId);
    const timeout = passkeyLimits.challengeMs;
    return {
      challenge,
      rpId: site().rpId,
      timeout,
      userVerification: 'required',
      allowCredentials: known.map(descriptorOf),
    };
  }

  return {
    ask,
    /** Returns the owner of the passkey if the answer is valid for a challenge of this kind and user, else null. */
    check: async (
      kind: Exclude<ChallengeKind, 'add'>,
      personId: string | null,
      answer: PasskeyAnswer,
    ): Promise<Shown | null> => {
      const challenge = await challenges.take(kind, personId, answer.response.clientDataJSON);
      const row = challenge === null ? undefined : await findPasskeyByCredential(database.sql, answer.id);
      if (challenge === null || row === undefined || !isOf(row, personId, answer)) return null;
      const used = await verifyPasskey(answer, challenge, site(), row);
      if (used === null) return null;
      const use = (tx: Tx) => updatePasskeyUse(tx, { id: row.id, ...used, at: clock.now() });
      return { personId: row.personId, email: row.email, use };
    },
  };
}

/** The user handle stored in a passkey: the account id, which reveals no personal data. */
export const handleOf = (personId: string): string => Buffer.from(personId, 'utf8').toString('base64url');

/** Rejects a passkey of another user, and a passkey whose user handle names another user. */
function isOf(row: PasskeyRow, personId: string | null, { response }: PasskeyAnswer): boolean {
  if (personId !== null && row.personId !== personId) return false;
  const { userHandle } = response;
  return userHandle === undefined || userHandle === null || userHandle === handleOf(row.personId);
}

export const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
});
