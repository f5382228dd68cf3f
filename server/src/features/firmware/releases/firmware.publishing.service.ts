import type { SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import { releaseTexts as texts } from '@trace/contract/firmware/staff/firmware.staff.texts';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { findTrustedKey } from './firmware.keys.store.ts';
import { isSignatureOf } from './firmware.manifest.service.ts';
import { mayPublish } from './firmware.releases.policy.ts';
import {
  deleteReleaseRow,
  listUsage,
  lockRelease,
  lockReleases,
  setPublished,
  setWithdrawn,
  type ReleaseRow,
} from './firmware.releases.store.ts';
import type { StoredImages } from './firmware.stored-images.service.ts';

export interface PublishingDependencies {
  database: Database;
  clock: Clock;
  staff: SupportStaffPort;
  images: StoredImages;
}

/** Publishes drafts with a signature, withdraws published releases and deletes drafts. */
export function createPublishing({ database, clock, staff, images }: PublishingDependencies) {
  return {
    /** Repeated with the same signature: nothing changes. */
    publish: (actor: Actor, origin: CallOrigin, id: string, given: SignatureFile): Promise<void> =>
      database.transaction(async (tx) => {
        const release = await lockRelease(tx, id);
        if (release === null) throw new Refusal('not_found', texts.notFound);
        const signature = Buffer.from(given.signature, 'base64');
        if (isPublishedWith(release, given.keyId, signature)) return;
        if (release.state !== 'draft') throw new Refusal('conflict', texts.notDraft);
        if (!mayPublish(actor.accountId, release, await staff.activeIds()))
          throw new Refusal('forbidden', texts.otherPersonPublishes);
        const at = clock.now();
        if (release.expiresAt <= at) throw new Refusal('conflict', texts.expired);
        await checkSignature(tx, release, given.keyId, signature);
        await setPublished(tx, id, { keyId: given.keyId, signature, by: actor.accountId, at });
        await audit(tx, actor, origin, 'firmware.publish', release, { keyId: given.keyId });
      }),

    /** Deletes a draft, withdraws a published release. A withdrawn release stays as it is. */
    async delete(actor: Actor, origin: CallOrigin, id: string): Promise<void> {
      const unused = await database.transaction(async (tx) => {
        await lockReleases(tx);
        const release = await lockRelease(tx, id);
        if (release === null) throw new Refusal('not_found', texts.notFound);
        if (release.state === 'withdrawn') return null;
        const [usage] = await listUsage(tx, [id]);
        if (usage!.rollouts + usage!.devices > 0)
          throw new Refusal('conflict', texts.inUse(usage!.rollouts, usage!.devices));
        if (release.state === 'published') {
          await setWithdrawn(tx, id, { by: actor.accountId, at: clock.now() });
          await audit(tx, actor, origin, 'firmware.withdraw', release);
          return null;
        }
        await deleteReleaseRow(tx, id);
        await audit(tx, actor, origin, 'firmware.delete', release);
        return release.fileName;
      });
      if (unused !== null) await images.deleteUnused(unused);
    },
  };
}

function isPublishedWith({ state, keyId, signature }: ReleaseRow, givenKeyId: string, given: Buffer): boolean {
  return state === 'published' && keyId === givenKeyId && signature!.equals(given);
}

async function checkSignature(tx: Tx, { manifest }: ReleaseRow, keyId: string, signature: Buffer): Promise<void> {
  const publicKey = await findTrustedKey(tx, keyId);
  if (publicKey === null) throw new Refusal('invalid_input', texts.unknownKey, { field: 'body.keyId' });
  if (!isSignatureOf(manifest, signature, publicKey))
    throw new Refusal('invalid_input', texts.wrongSignature, { field: 'body.signature' });
}

function audit(
  tx: Tx,
  actor: Actor,
  origin: CallOrigin,
  action: string,
  { id, model, version }: ReleaseRow,
  details: Record<string, unknown> = {},
): Promise<void> {
  const subject = { type: 'firmware_release', id };
  return recordAudit(tx, entryOf(actor.accountId, origin, action, subject, { model, version, ...details }));
}
