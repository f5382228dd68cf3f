import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface KeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly addedAt: Date;
}

/** The keys that are trusted now, oldest first. */
export async function listKeys(executor: Executor): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id as key_id, name, added_at from firmware_key where removed_at is null order by added_at, id`.execute(
    executor,
  );
  return rows;
}

/** SPKI, DER. Null: the key is not trusted, or no longer. */
export async function findTrustedKey(executor: Executor, keyId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ publicKey: Buffer }>`
    select public_key from firmware_key where id = ${keyId} and removed_at is null`.execute(executor);
  return rows[0]?.publicKey ?? null;
}

/** Trusts a key, also one that was removed. Needs the rights of the owner of the table. */
export async function insertKey(
  tx: Executor,
  key: { keyId: string; name: string; publicKey: Buffer; at: Date },
): Promise<void> {
  await sql`
    insert into firmware_key (id, name, public_key, added_at)
    values (${key.keyId}, ${key.name}, ${key.publicKey}, ${key.at})
    on conflict (id) do update set name = excluded.name,
      added_at = case when firmware_key.removed_at is null then firmware_key.added_at else excluded.added_at end,
      removed_at = null`.execute(tx);
}

/** Returns false if no trusted key has this id. Needs the rights of the owner of the table. */
export async function removeKey(tx: Executor, keyId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update firmware_key set removed_at = ${at} where id = ${keyId} and removed_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** How many published releases a key signed. */
export async function countSigned(executor: Executor, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from firmware_release where key_id = ${keyId} and state = 'published'`.execute(
    executor,
  );
  return rows[0]!.count;
}
