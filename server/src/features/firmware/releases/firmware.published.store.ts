import type { Channel } from '@trace/contract/firmware/firmware.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface PublishedRow {
  readonly id: string;
  readonly model: string;
  readonly chip: string | null;
  readonly version: string;
  readonly channel: Channel;
  readonly sequence: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  readonly notes: string;
  readonly publishedAt: Date;
  readonly expiresAt: Date;
  readonly manifest: string;
  readonly keyId: string;
  readonly signature: Buffer;
  readonly fileName: string;
}

const selectPublished = sql`
  select r.id, r.model, r.chip, r.version, r.channel, r.sequence::int as sequence, r.size_bytes, r.sha256, r.md5,
    r.notes, r.published_at, r.expires_at, r.manifest, r.key_id, r.signature, r.file_name
  from firmware_release r join firmware_key k on k.id = r.key_id
  where r.state = 'published' and k.removed_at is null`;

/** A published release whose key is still trusted. */
export async function findPublishedRow(executor: Executor, id: string): Promise<PublishedRow | null> {
  const { rows } = await sql<PublishedRow>`${selectPublished} and r.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks the release until commit (FOR SHARE), so that it is not withdrawn meanwhile. */
export async function lockPublishedRow(tx: Executor, id: string): Promise<PublishedRow | null> {
  const { rows } = await sql<PublishedRow>`${selectPublished} and r.id = ${id} for share of r`.execute(tx);
  return rows[0] ?? null;
}

/** A model can have a release of this version for each of its chips: the highest counts. */
export async function findSequence(executor: Executor, model: string, version: string): Promise<number | null> {
  const { rows } = await sql<{ sequence: number | null }>`
    select max(sequence)::int as sequence from firmware_release
    where model = ${model} and version = ${version}`.execute(executor);
  return rows[0]!.sequence;
}
