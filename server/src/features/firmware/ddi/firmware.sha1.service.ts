import { createHash } from 'node:crypto';
import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import type { Database } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import { Refusal } from '#platform/refusal/refusal';
import type { PublishedRelease } from '../releases/firmware.releases.port.ts';
import { findSha1, updateSha1 } from '../delivery/firmware.delivery.store.ts';

export interface Sha1 {
  of(release: PublishedRelease): Promise<string>;
}

/** The SHA-1 that DDI clients compare. Computed once per release, because no other client needs it. */
export function createSha1({ database, files }: { database: Database; files: Pick<Files, 'read'> }): Sha1 {
  const computing = new Map<string, Promise<string>>();

  const compute = async ({ id, fileName }: PublishedRelease): Promise<string> => {
    const found = await files.read(fileName);
    if (found === undefined) throw new Refusal('gone', texts.ended);
    const hash = createHash('sha1');
    for await (const chunk of found.stream) hash.update(chunk as Buffer);
    const sha1 = hash.digest('hex');
    await updateSha1(database.sql, id, sha1);
    return sha1;
  };

  return {
    of: async (release) => {
      const stored = await findSha1(database.sql, release.id);
      if (stored !== null) return stored;
      const running = computing.get(release.id) ?? compute(release).finally(() => computing.delete(release.id));
      computing.set(release.id, running);
      return running;
    },
  };
}
