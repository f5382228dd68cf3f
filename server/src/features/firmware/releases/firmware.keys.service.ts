import { consoleSource, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { countSigned, insertKey, listKeys, removeKey, type KeyRow } from './firmware.keys.store.ts';
import { keyIdOf, publicKeyBytes, readKey } from './firmware.manifest.service.ts';

export type TrustedKeys = ReturnType<typeof createTrustedKeys>;

const NAME_MAX_LENGTH = 100;

/** The keys whose signatures count. Only the operator's console changes them, as the owner of the database. */
export function createTrustedKeys({ database, clock }: { database: Database; clock: Clock }) {
  return {
    list: (): Promise<KeyRow[]> => listKeys(database.sql),

    /** Trusts a public key in PEM. Returns its id. Repeated: only the name changes. */
    async trust(name: string, pem: string): Promise<string> {
      const key = readKey(pem, 'public');
      if (key === null) throw new Refusal('invalid_input', 'The file is not an Ed25519 public key in PEM.');
      if (name.trim() === '' || name.length > NAME_MAX_LENGTH)
        throw new Refusal('invalid_input', `The name must have 1 to ${NAME_MAX_LENGTH} characters.`);
      const publicKey = publicKeyBytes(key);
      const keyId = keyIdOf(publicKey);
      await database.transaction(async (tx) => {
        await insertKey(tx, { keyId, name: name.trim(), publicKey, at: clock.now() });
        await audit(tx, 'firmware.trustKey', keyId, { name: name.trim() });
      });
      return keyId;
    },

    /** Returns how many published releases are no longer offered. */
    distrust: (keyId: string): Promise<number> =>
      database.transaction(async (tx) => {
        if (!(await removeKey(tx, keyId, clock.now())))
          throw new Refusal('not_found', `No trusted key has the id ${keyId.slice(0, NAME_MAX_LENGTH)}.`);
        const releases = await countSigned(tx, keyId);
        await audit(tx, 'firmware.distrustKey', keyId, { releases });
        return releases;
      }),
  };
}

function audit(tx: Executor, action: string, id: string, details: Record<string, unknown>): Promise<void> {
  return recordAudit(tx, { ...consoleSource, action, subject: { type: 'firmware_key', id }, details });
}
