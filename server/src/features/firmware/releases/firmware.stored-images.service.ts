import type { Clock } from '#platform/clock/clock';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Database } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import {
  deleteUpload,
  isFileUsed,
  listOldUploads,
  listWithdrawnFiles,
  lockReleases,
  releaseFile,
  upsertUpload,
} from './firmware.releases.store.ts';

export type StoredImages = ReturnType<typeof createStoredImages>;

/** Staff can still download a withdrawn image for this long. */
const KEPT_AFTER_WITHDRAWAL_MS = 30 * DAY_MS;
/** Longer than any upload. */
const UPLOAD_MS = DAY_MS;
const SWEEP_BATCH = 100;

/** The files of the images, each under its hash. Releases with the same bytes share a file. */
export function createStoredImages({ database, clock, files }: { database: Database; clock: Clock; files: Files }) {
  const ago = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  /** Deletes the files of uploads whose process died before the release had its row. */
  const sweepUploads = async (): Promise<void> => {
    const before = ago(UPLOAD_MS);
    for (const fileName of await listOldUploads(database.sql, before, SWEEP_BATCH)) {
      await database.transaction(async (tx) => {
        await lockReleases(tx);
        if (!(await isFileUsed(tx, fileName))) await files.delete(fileName);
        await deleteUpload(tx, fileName, before);
      });
    }
  };

  return {
    /** Returns the name of the file. A stored file is never overwritten. */
    async store(sha256: string, bytes: Uint8Array): Promise<string> {
      const name = `firmware/${sha256}`;
      await upsertUpload(database.sql, name, clock.now());
      const known = await files.stat(name);
      if (known?.sizeBytes !== bytes.length) await files.put(name, bytes);
      return name;
    },

    /** Deletes the file unless a release has it. The lock keeps an upload of the same bytes waiting. */
    deleteUnused: (fileName: string): Promise<void> =>
      database.transaction(async (tx) => {
        await lockReleases(tx);
        if (!(await isFileUsed(tx, fileName))) await files.delete(fileName);
      }),

    /**
     * Deletes the images of releases that were withdrawn long ago. No device loads them: their rollouts have ended.
     * Deletes the images of interrupted uploads, too.
     */
    async sweep(): Promise<void> {
      await sweepUploads();
      const before = ago(KEPT_AFTER_WITHDRAWAL_MS);
      for (const fileName of await listWithdrawnFiles(database.sql, before, SWEEP_BATCH)) {
        await database.transaction(async (tx) => {
          await lockReleases(tx);
          await releaseFile(tx, fileName, before);
          if (!(await isFileUsed(tx, fileName))) await files.delete(fileName);
        });
      }
    },
  };
}
