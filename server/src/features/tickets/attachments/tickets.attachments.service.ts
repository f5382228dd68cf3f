import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileContent } from '@trace/contract/kernel/endpoint';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { cleanAttachment, createStoredCleaning } from './tickets.attachment-cleaning.service.ts';
import { safeName, typeOf } from './tickets.attachments.rules.ts';
import {
  attachDrafts,
  countOfTicket,
  deleteLoose,
  findAttached,
  findOwn,
  insertDraft,
  listLoose,
  type AttachmentRow,
} from './tickets.attachments.store.ts';

export type AttachmentsService = ReturnType<typeof createAttachments>;

export interface AttachmentsDependencies {
  database: Database;
  clock: Clock;
  files: Files;
}

const SWEEP_BATCH = 200;

const refusals = {
  no_picture: ['invalid_input', texts.unreadable],
  too_large: ['invalid_input', texts.tooManyPixels],
  too_big: ['payload_too_large', texts.tooLarge],
  busy: ['unavailable', texts.busy],
} as const;

function refusalOf(kind: keyof typeof refusals): Refusal {
  const [code, words] = refusals[kind];
  return new Refusal(code, words, { field: 'body' });
}

const fileOf = (id: string): string => `ticket-attachments/${id}`;

/** Files on messages of tickets. An upload is a draft of its uploader until a message takes it. */
export function createAttachments({ database, clock, files }: AttachmentsDependencies) {
  const contentOf = async (row: AttachmentRow | null): Promise<FileContent> => {
    const found = row && (await files.read(fileOf(row.id)));
    if (!row || !found) throw new Refusal('not_found', texts.notFound);
    return { content: await buffer(found.stream), mediaType: row.mediaType };
  };

  return {
    /** The content decides the type. The metadata of photos is removed. */
    async upload(actor: Actor, origin: CallOrigin, name: string, file: unknown): Promise<Attachment> {
      if (!(file instanceof Uint8Array) || file.length === 0)
        throw new Refusal('invalid_input', texts.empty, { field: 'body' });
      if (file.length > attachmentRules.maxBytes)
        throw new Refusal('payload_too_large', texts.tooLarge, { field: 'body' });
      const mediaType = typeOf(file);
      if (mediaType === null) throw new Refusal('invalid_input', texts.wrongType, { field: 'body' });
      const cleaned = await cleanAttachment(file, mediaType);
      if (cleaned.kind !== 'clean') throw refusalOf(cleaned.kind);
      const { content } = cleaned;
      const draft = { id: randomUUID(), name: safeName(name, mediaType), mediaType, sizeBytes: content.length };
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + attachmentRules.draftMs);
      // The row is first, because the sweep finds files by their rows when this process dies.
      await insertDraft(database.sql, { ...draft, uploadedBy: actor.accountId, at, expiresAt });
      await files.put(fileOf(draft.id), content);
      const subject = { type: 'ticket_attachment', id: draft.id };
      const details = { mediaType, sizeBytes: content.length };
      await recordAudit(database.sql, entryOf(actor.accountId, origin, 'tickets.uploadAttachment', subject, details));
      return draft;
    },

    /** Puts the author's drafts on a new message of a locked ticket. Refuses unless all of them are there. */
    async attach(
      tx: Executor,
      message: { id: string; ticketId: string; authorId: string; at: Date },
      ids: readonly string[] = [],
    ): Promise<void> {
      if (ids.length === 0) return;
      const { id: messageId, ticketId, authorId: uploadedBy, at } = message;
      if ((await countOfTicket(tx, ticketId)) + ids.length > attachmentRules.perTicket)
        throw new Refusal('conflict', texts.ticketFull);
      const attached = await attachDrafts(tx, { ids, uploadedBy, messageId, at });
      if (attached !== ids.length) throw new Refusal('conflict', texts.expired);
    },

    /** For the person of the ticket. */
    readOwn: async ({ accountId }: Actor, id: string): Promise<FileContent> =>
      contentOf(await findOwn(database.sql, accountId, id)),

    /** For support staff. */
    readAny: async ({ accountId }: Actor, id: string): Promise<FileContent> =>
      contentOf(await findAttached(database.sql, accountId, id)),

    cleanStored: createStoredCleaning({ database, files, fileOf }),

    /** Deletes expired drafts, and files whose ticket or person is gone. */
    async sweep(): Promise<void> {
      for (const id of await listLoose(database.sql, clock.now(), SWEEP_BATCH)) {
        await files.delete(fileOf(id));
        await deleteLoose(database.sql, id);
      }
    },
  };
}
