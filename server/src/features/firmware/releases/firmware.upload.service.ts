import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { firmwareRules, IMAGE_PATH, type Chip } from '@trace/contract/firmware/firmware.rules';
import type { uploadRelease } from '@trace/contract/firmware/staff/firmware.staff.api';
import { releaseTexts as texts } from '@trace/contract/firmware/staff/firmware.staff.texts';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { HASH_BYTES, readEspImage, type ImageProblem } from './firmware.image.rules.ts';
import { manifestText } from './firmware.manifest.service.ts';
import {
  findSameVersion,
  insertRelease,
  listVersions,
  lockReleases,
  takeSequence,
  type ReleaseRow,
} from './firmware.releases.store.ts';
import type { StoredImages } from './firmware.stored-images.service.ts';
import { compareVersions, highestOf, isVersion } from './firmware.versions.rules.ts';

export interface UploadDependencies {
  database: Database;
  clock: Clock;
  files: Files;
  images: StoredImages;
}

type Fields = QueryOf<typeof uploadRelease>;

interface Hashes {
  readonly sha256: string;
  readonly md5: string;
  /** The SHA-256 of all bytes before the last 32, as they should say. */
  readonly ofContent: Buffer;
}

const HASHED_AT_ONCE_BYTES = 2 ** 20;

const refuse = (field: string, message: string): Refusal => new Refusal('invalid_input', message, { field });

/** Checks an image and stores it as a draft. Returns the id of the release. */
export function createUpload({ database, clock, images }: UploadDependencies) {
  return async (actor: Actor, origin: CallOrigin, fields: Fields, file: unknown): Promise<string> => {
    checkFileName(fields.fileName);
    const bytes = checkedBytes(file);
    if (!isVersion(fields.version)) throw refuse('query.version', texts.versionTooLarge);
    const hashes = await hashesOf(bytes);
    const chip = checkedChip(bytes, fields, hashes);
    const fileName = await images.store(hashes.sha256, bytes);
    try {
      return await database.transaction(async (tx) => {
        await lockReleases(tx);
        const known = await knownRelease(tx, { ...fields, chip, sha256: hashes.sha256 });
        if (known !== null) return known.id;
        // Another person may have deleted a draft with the same bytes since the file was stored.
        await images.store(hashes.sha256, bytes);
        const draft = await newDraft(tx, { fields, chip, hashes, sizeBytes: bytes.length, at: clock.now() });
        await insertRelease(tx, { ...draft, fileName, notes: fields.notes, uploadedBy: actor.accountId });
        const { id, model, version, channel, sequence, sha256 } = draft;
        const details = { model, chip, version, channel, sequence, sha256, sizeBytes: bytes.length };
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'firmware.upload', { type: 'firmware_release', id }, details),
        );
        return id;
      });
    } catch (error) {
      await images.deleteUnused(fileName);
      throw error;
    }
  };
}

function checkFileName(name: string): void {
  if (!/\.bin$/i.test(name)) throw refuse('query.fileName', texts.selectBin);
  // eslint-disable-next-line no-control-regex -- the pattern is about control characters
  if (/[/\\\u0000-\u001f\u007f]/.test(name)) throw refuse('query.fileName', texts.fileNameHasPath);
}

function checkedBytes(file: unknown): Uint8Array {
  if (!(file instanceof Uint8Array) || file.length === 0) throw refuse('body', texts.selectFileAndVersion);
  if (file.length > firmwareRules.imageMaxBytes)
    throw new Refusal('payload_too_large', texts.tooLarge, { field: 'body' });
  return file;
}

/** Hashes 16 MB in pieces, so that other requests are answered meanwhile. */
async function hashesOf(bytes: Uint8Array): Promise<Hashes> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  const contentEnd = Math.max(0, bytes.length - HASH_BYTES);
  for (let at = 0; at < contentEnd; at += HASHED_AT_ONCE_BYTES) {
    const piece = bytes.subarray(at, Math.min(at + HASHED_AT_ONCE_BYTES, contentEnd));
    sha256.update(piece);
    md5.update(piece);
    await nextTurn();
  }
  const ofContent = sha256.copy().digest();
  const rest = bytes.subarray(contentEnd);
  return { ofContent, sha256: sha256.update(rest).digest('hex'), md5: md5.update(rest).digest('hex') };
}

/** The chip of the image, or null for an image of another chip. */
function checkedChip(bytes: Uint8Array, { version, isOtherChip }: Fields, { ofContent }: Hashes): Chip | null {
  const image = readEspImage(bytes);
  if (isOtherChip === 'true') {
    if ('version' in image) throw refuse('query.isOtherChip', texts.isEspImage(image.version));
    return null;
  }
  if ('problem' in image) throw refuse('body', problemText(image));
  if (!ofContent.equals(bytes.subarray(-HASH_BYTES))) throw refuse('body', texts.wrongHash);
  if (image.version !== version) throw refuse('query.version', texts.otherVersionInside(version, image.version));
  return image.chip;
}

function problemText(image: ImageProblem): string {
  return image.problem === 'unknownChip' ? texts.unknownChip(image.chipId) : texts[image.problem];
}

/** The release that this upload repeats, or null for a new version. Refuses what would change a version. */
async function knownRelease(
  tx: Tx,
  upload: Pick<ReleaseRow, 'model' | 'chip' | 'version' | 'channel' | 'sha256'>,
): Promise<ReleaseRow | null> {
  const { version } = upload;
  const same = await findSameVersion(tx, upload);
  if (same === null) {
    const highest = highestOf(await listVersions(tx, upload));
    if (highest !== null && compareVersions(version, highest) <= 0)
      throw new Refusal('conflict', texts.notAbove(version, highest), { field: 'query.version' });
    return null;
  }
  if (same.sha256 !== upload.sha256) throw new Refusal('conflict', texts.otherBytes(version), { field: 'body' });
  if (same.state === 'withdrawn')
    throw new Refusal('conflict', texts.wasWithdrawn(version), { field: 'query.version' });
  if (same.channel !== upload.channel)
    throw new Refusal('conflict', texts.otherChannel(version, same.channel), { field: 'query.channel' });
  return same;
}

async function newDraft(
  tx: Tx,
  {
    fields,
    chip,
    hashes,
    sizeBytes,
    at,
  }: { fields: Fields; chip: Chip | null; hashes: Hashes; sizeBytes: number; at: Date },
) {
  const { model, version, channel, minSequence } = fields;
  const { sha256, md5 } = hashes;
  const id = randomUUID();
  const sequence = await takeSequence(tx);
  if (minSequence >= sequence) throw refuse('query.minSequence', texts.minSequenceTooLarge(sequence));
  const expiresAt = new Date(at.getTime() + firmwareRules.manifestLifetimeMs);
  const manifest = manifestText({
    schema: 1,
    ...{ model, chip, version, channel, sequence, minSequence, sha256, md5 },
    size: sizeBytes,
    url: `${IMAGE_PATH}?release=${id}`,
    notBefore: at.toISOString(),
    expires: expiresAt.toISOString(),
    notesUrl: null,
  });
  return { id, model, chip, version, channel, sequence, sizeBytes, sha256, md5, manifest, expiresAt, uploadedAt: at };
}
