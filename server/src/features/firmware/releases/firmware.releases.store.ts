import { DEFAULT_MODEL, type Channel, type Chip, type ReleaseState } from '@trace/contract/firmware/firmware.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { TimeCursor } from '#platform/paging/time-cursor';

export interface ReleaseRow {
  readonly id: string;
  readonly model: string;
  readonly chip: Chip | null;
  readonly version: string;
  readonly channel: Channel;
  readonly sequence: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  readonly fileName: string | null;
  readonly notes: string;
  readonly state: ReleaseState;
  readonly uploadedBy: string | null;
  readonly uploadedAt: Date;
  readonly manifest: string;
  readonly expiresAt: Date;
  readonly keyId: string | null;
  readonly signature: Buffer | null;
  readonly publishedBy: string | null;
  readonly publishedAt: Date | null;
}

export type ReleaseKind = Pick<ReleaseRow, 'model' | 'chip' | 'channel'>;

const columns = sql`r.id, r.model, r.chip, r.version, r.channel, r.sequence::int as sequence, r.size_bytes, r.sha256,
  r.md5, r.file_name, r.notes, r.state, r.uploaded_by, r.uploaded_at, r.manifest, r.expires_at, r.key_id, r.signature,
  r.published_by, r.published_at`;

/** Uploads and deletions run one after the other, so that the order of versions and the stored files stay right. */
export async function lockReleases(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('firmware releases ' || current_schema(), 0))`.execute(tx);
}

export async function listReleaseRows(
  executor: Executor,
  { after, limit }: { after: TimeCursor | null; limit: number },
): Promise<ReleaseRow[]> {
  const older = after === null ? sql`` : sql`where (r.uploaded_at, r.id) < (${after.at}, ${after.id}::uuid)`;
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from firmware_release r ${older}
    order by r.uploaded_at desc, r.id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countReleases(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from firmware_release`.execute(executor);
  return rows[0]!.count;
}

export async function findRelease(executor: Executor, id: string): Promise<ReleaseRow | null> {
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from firmware_release r where r.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks the release until commit. Waits for a rollout of this release that is just starting. */
export async function lockRelease(tx: Executor, id: string): Promise<ReleaseRow | null> {
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from firmware_release r where r.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The release of this version, whatever its channel and state. */
export async function findSameVersion(
  executor: Executor,
  { model, chip, version }: Pick<ReleaseRow, 'model' | 'chip' | 'version'>,
): Promise<ReleaseRow | null> {
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from firmware_release r
    where r.model = ${model} and coalesce(r.chip, '') = ${chip ?? ''} and r.version = ${version}`.execute(executor);
  return rows[0] ?? null;
}

export async function listVersions(executor: Executor, { model, chip, channel }: ReleaseKind): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select version from firmware_release
    where model = ${model} and coalesce(chip, '') = ${chip ?? ''} and channel = ${channel}`.execute(executor);
  return rows.map(({ version }) => version);
}

export async function takeSequence(tx: Executor): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`select nextval('firmware_sequence')::int as sequence`.execute(tx);
  return rows[0]!.sequence;
}

export type NewRelease = Omit<ReleaseRow, 'state' | 'keyId' | 'signature' | 'publishedBy' | 'publishedAt'>;

export async function insertRelease(tx: Executor, release: NewRelease): Promise<void> {
  const { id, model, chip, version, channel, sequence, sizeBytes, sha256, md5 } = release;
  await sql`
    insert into firmware_release (id, model, chip, version, channel, sequence, size_bytes, sha256, md5, file_name, notes,
      state, uploaded_by, uploaded_at, manifest, expires_at)
    values (${id}, ${model}, ${chip}, ${version}, ${channel}, ${sequence}, ${sizeBytes}, ${sha256}, ${md5},
      ${release.fileName}, ${release.notes}, 'draft', ${release.uploadedBy}, ${release.uploadedAt}, ${release.manifest},
      ${release.expiresAt})`.execute(tx);
}

export async function setPublished(
  tx: Executor,
  id: string,
  { keyId, signature, by, at }: { keyId: string; signature: Buffer; by: string; at: Date },
): Promise<void> {
  await sql`
    update firmware_release set state = 'published', key_id = ${keyId}, signature = ${signature}, published_by = ${by},
      published_at = ${at} where id = ${id}`.execute(tx);
}

export async function setWithdrawn(tx: Executor, id: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await sql`
    update firmware_release set state = 'withdrawn', withdrawn_by = ${by}, withdrawn_at = ${at}
    where id = ${id}`.execute(tx);
}

export async function deleteReleaseRow(tx: Executor, id: string): Promise<void> {
  await sql`delete from firmware_release where id = ${id}`.execute(tx);
}

export interface Usage {
  readonly id: string;
  readonly rollouts: number;
  readonly devices: number;
}

/** Rollouts that have not ended, and devices in use that run the version: by their own word, or unknown, of the same chip. */
export async function listUsage(executor: Executor, ids: readonly string[]): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    select r.id,
      (select count(*)::int from firmware_rollout o
        where o.release_id = r.id and o.state in ('running', 'paused', 'halted')) as rollouts,
      (select count(*)::int from firmware_device d
        where d.version = r.version and coalesce(d.model, ${DEFAULT_MODEL}) = r.model
          and (d.chip is null or r.chip is null or d.chip = r.chip)
          and not exists (select from device x where x.id = d.device_id and x.replaced_at is not null)) as devices
    from firmware_release r where r.id = any(${[...ids]}::uuid[])`.execute(executor);
  return rows;
}

/** Whether a release still needs this stored file. */
export async function isFileUsed(executor: Executor, fileName: string): Promise<boolean> {
  const { rows } = await sql`select from firmware_release where file_name = ${fileName} limit 1`.execute(executor);
  return rows.length > 0;
}

/** The files of releases that were withdrawn before `at`. */
export async function listWithdrawnFiles(executor: Executor, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    select distinct file_name from firmware_release
    where state = 'withdrawn' and withdrawn_at < ${at} and file_name is not null limit ${limit}`.execute(executor);
  return rows.map(({ fileName }) => fileName);
}

/** Notes a file before the upload stores it. A repeat gives the file another day. */
export async function upsertUpload(executor: Executor, fileName: string, at: Date): Promise<void> {
  await sql`
    insert into firmware_upload (file_name, started_at) values (${fileName}, ${at})
    on conflict (file_name) do update set started_at = excluded.started_at`.execute(executor);
}

export async function listOldUploads(executor: Executor, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from firmware_upload where started_at < ${before} limit ${limit}`.execute(executor);
  return rows.map(({ fileName }) => fileName);
}

/** Keeps the note of an upload that has begun anew. */
export async function deleteUpload(tx: Executor, fileName: string, before: Date): Promise<void> {
  await sql`delete from firmware_upload where file_name = ${fileName} and started_at < ${before}`.execute(tx);
}

export async function releaseFile(tx: Executor, fileName: string, at: Date): Promise<void> {
  await sql`
    update firmware_release set file_name = null
    where file_name = ${fileName} and state = 'withdrawn' and withdrawn_at < ${at}`.execute(tx);
}
