import { randomBytes } from 'node:crypto';
import { passkeyLimits } from '@trace/contract/auth/factors/auth.passkeys.rules';
import type {
  NewPasskeyAnswer,
  NewPasskeyOptions,
  Passkey,
  PasskeyAnswer,
  PasskeyOptions,
} from '@trace/contract/auth/factors/auth.passkeys.schema';
import { passkeyMails, passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, entryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { hashOfToken } from '../auth.tokens.service.ts';
import {
  deleteChallengesOver,
  deletePasskeyOf,
  findPasskeyByCredential,
  insertChallenge,
  insertPasskey,
  listPasskeysOf,
  renamePasskeyOf,
  takeChallenge,
  updatePasskeyUse,
} from './auth.passkeys.store.ts';
import type { ChallengeKind, PasskeyRow } from './auth.passkeys.store.ts';
import type { Owner, Source } from './auth.second-factor.service.ts';
import { challengeIn, siteOf, verifyNewPasskey, verifyPasskey } from './auth.webauthn.service.ts';

/** Number of unanswered challenges that a sweep deletes. */
const SWEEP_LIMIT = 1_000;
const CHALLENGE_BYTES = 32;

/** COSE numbers of Ed25519, ES256 and RS256. Every authenticator supports at least one of these. */
const ALGORITHMS = [-8, -7, -257] as const;

/** The owner of the passkey that answered. `use` records the use and returns false if the counter went back. */
export interface Shown extends Owner {
  use(tx: Tx): Promise<boolean>;
}

export interface Passkeys {
  list(personId: string): Promise<Passkey[]>;
  startAdding(actor: Actor): Promise<NewPasskeyOptions>;
  add(actor: Actor, given: { name: string; answer: NewPasskeyAnswer }, source: Source): Promise<Passkey>;
  rename(actor: Actor, id: string, name: string, source: Source): Promise<Passkey>;
  remove(actor: Actor, id: string, source: Source): Promise<void>;
  /**
   * Creates a challenge: for any passkey at sign-in, or for the user's passkeys at re-authentication. Returns null if
   * the user has no passkey.
   */
  ask(kind: 'sign_in'): Promise<PasskeyOptions>;
  ask(kind: 'prove', personId: string): Promise<PasskeyOptions | null>;
  /** Returns the owner of the passkey if the answer is valid for a challenge of this kind and user, else null. */
  check(kind: Exclude<ChallengeKind, 'add'>, personId: string | null, answer: PasskeyAnswer): Promise<Shown | null>;
  sweep(): Promise<void>;
}

export interface PasskeysOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  portalUrl(): string;
}

/** AUTH-15: passkeys on the user's own devices. Each use verifies the user, so a passkey counts as both factors. */
export function createPasskeys({ database, clock, mail, portalUrl }: PasskeysOptions): Passkeys {
  const site = () => siteOf(portalUrl());

  const newChallenge = async (kind: ChallengeKind, personId: string | null): Promise<string> => {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + passkeyLimits.challengeMs);
    await insertChallenge(database.sql, { challengeHash: hashOfToken(challenge), kind, personId }, expiresAt);
    return challenge;
  };

  /** Takes the question away that this answers, right or wrong: a question is answered once. */
  const take = async (kind: ChallengeKind, personId: string | null, clientDataJSON: string): Promise<string | null> => {
    const challenge = challengeIn(clientDataJSON);
    if (challenge === null) return null;
    const question = { challengeHash: hashOfToken(challenge), kind, personId };
    return (await takeChallenge(database.sql, question, clock.now())) ? challenge : null;
  };

  const viewOf = async (personId: string, id: string): Promise<Passkey> => {
    const row = (await listPasskeysOf(database.sql, personId)).find((each) => each.id === id);
    if (row === undefined) throw new Refusal('not_found', 'Passkey not found.');
    return view(row);
  };

  async function ask(kind: 'sign_in'): Promise<PasskeyOptions>;
  async function ask(kind: 'prove', personId: string): Promise<PasskeyOptions | null>;
  async function ask(kind: 'sign_in' | 'prove', personId: string | null = null): Promise<PasskeyOptions | null> {
    const known = personId === null ? [] : await listPasskeysOf(database.sql, personId);
    if (kind === 'prove' && known.length === 0) return null;
    const challenge = await newChallenge(kind, personId);
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
    list: async (personId) => (await listPasskeysOf(database.sql, personId)).map(view),
    startAdding: async ({ accountId, email, firstName, lastName }) => {
      const known = await listPasskeysOf(database.sql, accountId);
      if (known.length >= passkeyLimits.perPerson) throw tooMany();
      return {
        challenge: await newChallenge('add', accountId),
        rp: { id: site().rpId, name: 'Trace' },
        user: { id: handleOf(accountId), name: email, displayName: `${firstName} ${lastName}`.trim() },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: passkeyLimits.challengeMs,
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },
    add: async ({ accountId: personId, email }, { name, answer }, source) => {
      const challenge = await take('add', personId, answer.response.clientDataJSON);
      const shown = challenge === null ? null : await verifyNewPasskey(answer, challenge, site());
      if (shown === null) throw new Refusal('wrong_credentials', passkeyTexts.addFailed);
      const id = await database.transaction(async (tx) => {
        const key = { ...shown, publicKey: Buffer.from(shown.publicKey), personId, name, createdAt: clock.now() };
        const inserted = await insertPasskey(tx, key, passkeyLimits.perPerson);
        if (inserted === undefined) {
          const isKnown = (await findPasskeyByCredential(tx, shown.credentialId)) !== undefined;
          throw isKnown ? new Refusal('conflict', passkeyTexts.known) : tooMany();
        }
        await recordAudit(tx, entryOf(personId, source, 'auth.addPasskey', { type: 'passkey', id: inserted }));
        await mail.send(tx, {
          ...passkeyMails.added(name),
          to: email,
          reason: 'account',
          key: `passkey-added:${inserted}`,
        });
        return inserted;
      });
      return viewOf(personId, id);
    },
    rename: async ({ accountId }, id, name, source) => {
      await database.transaction(async (tx) => {
        if (!(await renamePasskeyOf(tx, accountId, id, name))) return;
        await recordAudit(tx, entryOf(accountId, source, 'auth.renamePasskey', { type: 'passkey', id: id }));
      });
      return viewOf(accountId, id);
    },
    remove: ({ accountId, email }, id, source) =>
      database.transaction(async (tx) => {
        const name = await deletePasskeyOf(tx, accountId, id);
        if (name === undefined) throw new Refusal('not_found', 'Passkey not found.');
        await recordAudit(tx, entryOf(accountId, source, 'auth.removePasskey', { type: 'passkey', id: id }));
        await mail.send(tx, {
          ...passkeyMails.removed(name),
          to: email,
          reason: 'account',
          key: `passkey-removed:${id}`,
        });
      }),
    ask,
    check: async (kind, personId, answer) => {
      const challenge = await take(kind, personId, answer.response.clientDataJSON);
      const row = challenge === null ? undefined : await findPasskeyByCredential(database.sql, answer.id);
      if (challenge === null || row === undefined || !isOf(row, personId, answer)) return null;
      const used = await verifyPasskey(answer, challenge, site(), row);
      if (used === null) return null;
      const use = (tx: Tx) => updatePasskeyUse(tx, { id: row.id, ...used, at: clock.now() });
      return { personId: row.personId, email: row.email, use };
    },
    sweep: () => deleteChallengesOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}

/** The user handle stored in a passkey: the account id, which reveals no personal data. */
const handleOf = (personId: string): string => Buffer.from(personId, 'utf8').toString('base64url');

/** Rejects a passkey of another user, and a passkey whose user handle names another user. */
function isOf(row: PasskeyRow, personId: string | null, { response }: PasskeyAnswer): boolean {
  if (personId !== null && row.personId !== personId) return false;
  const { userHandle } = response;
  return userHandle === undefined || userHandle === null || userHandle === handleOf(row.personId);
}

const tooMany = (): Refusal => new Refusal('conflict', passkeyTexts.tooMany(passkeyLimits.perPerson));

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
});

function view({ id, name, createdAt, lastUsedAt, isSynced }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, isSynced };
}
