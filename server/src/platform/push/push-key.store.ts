import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface StoredKey {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** Returns the key pair of this portal: the stored pair, or the given pair if no pair was stored. */
export async function keepKey(executor: Executor, made: StoredKey): Promise<StoredKey> {
  await sql`
    insert into push_key (public_key, sealed_private_key) values (${made.publicKey}, ${made.sealedPrivateKey})
    on conflict do nothing`.execute(executor);
  return (await findKey(executor))!;
}

export async function findKey(executor: Executor): Promise<StoredKey | null> {
  const { rows } = await sql<StoredKey>`select public_key, sealed_private_key from push_key`.execute(executor);
  return rows[0] ?? null;
}
