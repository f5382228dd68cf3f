import { buffer } from 'node:stream/consumers';
import { attachmentRules, type AttachmentType } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import type { Database } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import { remakePicture, type Remade } from '#platform/images/picture';
import { withoutPhotoMetadata } from './tickets.attachments.rules.ts';
import { listUncleaned, updateCleaned } from './tickets.attachments.store.ts';

const { maxPixelsPerSide: maxSide, keptPixels: keptSide } = attachmentRules;
const BATCH = 20;

export type Cleaned = { kind: 'clean'; content: Uint8Array } | { kind: Exclude<Remade['kind'], 'picture'> | 'too_big' };

/**
 * Removes the metadata of photos: it tells where the photo was taken, and support sees no location without a ticket's
 * right. A picture is encoded again. A PDF keeps its bytes, except for the metadata of its photos.
 */
export async function cleanAttachment(file: Uint8Array, mediaType: AttachmentType): Promise<Cleaned> {
  if (mediaType === 'text/plain') return { kind: 'clean', content: file };
  if (mediaType === 'application/pdf') return { kind: 'clean', content: withoutPhotoMetadata(file) };
  const remade = await remakePicture(file, { maxSide, keptSide, format: 'same' });
  if (remade.kind !== 'picture') return remade;
  const { content } = remade;
  return content.length > attachmentRules.maxBytes ? { kind: 'too_big' } : { kind: 'clean', content };
}

export interface CleaningDependencies {
  readonly database: Database;
  readonly files: Files;
  fileOf(id: string): string;
}

/** Cleans files that were stored before uploads were cleaned. Until then only the uploader can read them. */
export function createStoredCleaning({ database, files, fileOf }: CleaningDependencies) {
  const cleanStored = async (id: string, mediaType: AttachmentType): Promise<void> => {
    const found = await files.read(fileOf(id));
    if (found === undefined) return updateUnreadable(id);
    const cleaned = await cleanAttachment(await buffer(found.stream), mediaType);
    if (cleaned.kind === 'busy') return;
    if (cleaned.kind !== 'clean') return updateUnreadable(id);
    await files.put(fileOf(id), cleaned.content);
    const isStored = await updateCleaned(database.sql, id, { isCleaned: true, sizeBytes: cleaned.content.length });
    // The sweep deleted the row meanwhile, and would not find the file again.
    if (!isStored) await files.delete(fileOf(id));
  };

  const updateUnreadable = async (id: string): Promise<void> => {
    await updateCleaned(database.sql, id, { isCleaned: false, sizeBytes: null });
  };

  return async (): Promise<void> => {
    for (const { id, mediaType } of await listUncleaned(database.sql, BATCH)) await cleanStored(id, mediaType);
  };
}
