import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { logoRules } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { FileContent } from '@trace/contract/kernel/endpoint';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, type AuditEntry, entryOf } from '#platform/audit/audit';
import { remakePicture } from '#platform/images/picture';
import { Refusal } from '#platform/refusal/refusal';
import { mayUploadLogo } from './companies.policy.ts';
import { deleteLogoRow, findLogo, insertDraft, listForgotten } from './companies.logos.store.ts';
import { requirePermission, type CompaniesDependencies, type Origin } from './companies.permission.service.ts';
import { findCompanyOf } from './companies.store.ts';

export type LogosService = ReturnType<typeof createLogosService>;

const MEDIA_TYPE = 'image/webp';
const SWEEP_BATCH = 200;

const fileOf = (id: string): string => `logos/${id}.webp`;

export function createLogosService(dependencies: CompaniesDependencies) {
  const { database, clock, files } = dependencies;

  const contentOf = async (id: string): Promise<Buffer | null> => {
    const found = await files.read(fileOf(id));
    return found === undefined ? null : buffer(found.stream);
  };

  return {
    /** Re-encodes the upload and keeps the new picture for an hour. Returns the picture's id. */
    async upload(actor: Actor, origin: Origin, file: unknown): Promise<string> {
      const own = await findCompanyOf(database.sql, actor.accountId);
      const relation = own && (own.ownerId === actor.accountId ? 'owner' : 'member');
      if (mayUploadLogo(relation) !== 'allowed') throw new Refusal('forbidden', texts.forbidden);
      if (!(file instanceof Uint8Array) || file.length === 0)
        throw new Refusal('invalid_input', texts.logoRequired, { field: 'body' });
      if (file.length >= logoRules.tooBigBytes)
        throw new Refusal('payload_too_large', texts.logoTooBig, { field: 'body' });
      const id = randomUUID();
      const expiresAt = new Date(clock.now().getTime() + logoRules.draftMs);
      const picture = await pictureOf(file);
      // The row is first, because the sweep finds files by their rows when this process dies.
      await insertDraft(database.sql, id, actor.accountId, expiresAt);
      await files.put(fileOf(id), picture);
      await recordAudit(database.sql, uploadedBy(actor, origin, id, picture.length));
      return id;
    },

    async read(actor: Actor, id: string): Promise<FileContent> {
      const logo = await findLogo(database.sql, id, clock.now());
      const isOwnDraft = logo?.companyId === null && logo.uploadedBy === actor.accountId;
      if (!isOwnDraft) await requirePermission(dependencies, database.sql, actor, logo?.companyId ?? id, 'read');
      const content = logo && (await contentOf(id));
      if (!content) throw new Refusal('not_found', texts.notFound);
      return { content, mediaType: MEDIA_TYPE };
    },

    /** Returns the picture as a data: address, for the holder of an invitation link, or null when the file is gone. */
    async dataAddress(id: string): Promise<string | null> {
      const content = await contentOf(id);
      return content && `data:${MEDIA_TYPE};base64,${content.toString('base64')}`;
    },

    /** Deletes the files of logos that no company shows. */
    async sweep(): Promise<void> {
      for (const id of await listForgotten(database.sql, clock.now(), SWEEP_BATCH)) {
        await files.delete(fileOf(id));
        await deleteLogoRow(database.sql, id);
      }
    },
  };
}

const uploadedBy = (actor: Actor, origin: Origin, id: string, sizeBytes: number): AuditEntry =>
  entryOf(actor.accountId, origin, 'company.uploadLogo', { type: 'company_logo', id }, { sizeBytes });

const refusals = {
  no_picture: ['invalid_input', texts.logoNotImage],
  too_large: ['invalid_input', texts.logoTooLarge],
  busy: ['unavailable', texts.logoBusy],
} as const;

async function pictureOf(file: Uint8Array): Promise<Uint8Array> {
  const { maxPixelsPerSide: maxSide, keptPixels: keptSide } = logoRules;
  const made = await remakePicture(file, { maxSide, keptSide, format: 'webp' });
  if (made.kind === 'picture') return made.content;
  const [code, words] = refusals[made.kind];
  throw new Refusal(code, words, { field: 'body' });
}
