import { passkeyLimits } from '@trace/contract/auth/factors/auth.passkeys.rules';
import type { NewPasskeyAnswer, NewPasskeyOptions, Passkey } from '@trace/contract/auth/factors/auth.passkeys.schema';
import { passkeyMails, passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, entryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { PasskeyChallenges } from './auth.passkey-challenges.service.ts';
import { descriptorOf, handleOf } from './auth.passkeys.service.ts';
import {
  deletePasskeyOf,
  findPasskeyByCredential,
  insertPasskey,
  listPasskeysOf,
  renamePasskeyOf,
} from './auth.passkeys.store.ts';
import type { PasskeyRow } from './auth.passkeys.store.ts';
import type { Source } from './auth.second-factor.service.ts';
import { siteOf, verifyNewPasskey } from './auth.webauthn.service.ts';

/** COSE numbers of Ed25519, ES256 and RS256. Every authenticator supports at least one of these. */
const ALGORITHMS = [-8, -7, -257] as const;

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>;

export interface OwnPasskeysOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly challenges: PasskeyChallenges;
  portalUrl(): string;
}

/** The passkeys in a signed-in user's own settings. */
export function createOwnPasskeys({ database, clock, mail, challenges, portalUrl }: OwnPasskeysOptions) {
  const site = () => siteOf(portalUrl());

  const viewOf = async (personId: string, id: string): Promise<Passkey> => {
    const row = (await listPasskeysOf(database.sql, personId)).find((each) => each.id === id);
    if (row === undefined) throw new Refusal('not_found', 'Passkey not found.');
    return view(row);
  };

  return {
    list: async (personId: string): Promise<Passkey[]> => (await listPasskeysOf(database.sql, personId)).map(view),
    startAdding: async (actor: Actor): Promise<NewPasskeyOptions> => {
      const { accountId, email } = actor;
      const known = await listPasskeysOf(database.sql, accountId);
      if (known.length >= passkeyLimits.perPerson) throw tooMany();
      return {
        challenge: await challenges.create('add', accountId),
        rp: { id: site().rpId, name: 'Trace' },
        user: { id: handleOf(accountId), name: email, displayName: fullName(actor) },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: passkeyLimits.challengeMs,
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },
    add: async (
      { accountId: personId, email }: Actor,
      { name, answer }: { name: string; answer: NewPasskeyAnswer },
      source: Source,
    ): Promise<Passkey> => {
      const challenge = await challenges.take('add', personId, answer.response.clientDataJSON);
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
    rename: async ({ accountId }: Actor, id: string, name: string, source: Source): Promise<Passkey> => {
      await database.transaction(async (tx) => {
        if (!(await renamePasskeyOf(tx, accountId, id, name))) return;
        await recordAudit(tx, entryOf(accountId, source, 'auth.renamePasskey', { type: 'passkey', id: id }));
      });
      return viewOf(accountId, id);
    },
    remove: ({ accountId, email }: Actor, id: string, source: Source): Promise<void> =>
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
  };
}

const tooMany = (): Refusal => new Refusal('conflict', passkeyTexts.tooMany(passkeyLimits.perPerson));

function view({ id, name, createdAt, lastUsedAt, isSynced }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, isSynced };
}
