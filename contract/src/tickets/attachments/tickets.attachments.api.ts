import { z } from 'zod';
import { endpoint, type FileContent } from '../../kernel/endpoint.ts';
import { attachmentRules, attachmentTypes } from './tickets.attachments.rules.ts';
import { attachmentSchema } from './tickets.attachments.schema.ts';

const params = z.strictObject({ id: z.uuid() });

/** The body is the file itself, as `application/octet-stream`. */
export const uploadAttachment = endpoint({
  name: 'tickets.uploadAttachment',
  method: 'POST',
  path: '/api/ticket-attachments',
  who: 'signed-in',
  summary:
    'Uploads a PNG, JPEG, PDF or plain text of at most 5 MB. The server removes the metadata of photos and keeps the file for one hour, until a message takes it.',
  query: z.strictObject({ name: z.string().trim().min(1).max(attachmentRules.nameMaxLength) }),
  upload: { maxBytes: attachmentRules.maxBytes },
  body: z.custom<Uint8Array>(),
  answer: attachmentSchema,
  refusals: ['payload_too_large', 'unavailable'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const readAttachment = endpoint({
  name: 'tickets.readAttachment',
  method: 'GET',
  path: '/api/ticket-attachments/{id}',
  who: 'signed-in',
  summary: 'Returns a file in a ticket of the caller as a download. Files on internal notes count as not found.',
  params,
  download: { mediaTypes: attachmentTypes },
  answer: z.custom<FileContent>(),
  refusals: ['not_found'],
});

export const readAttachmentAsStaff = endpoint({
  name: 'tickets.readAttachmentAsStaff',
  method: 'GET',
  path: '/api/support/ticket-attachments/{id}',
  who: 'staff',
  summary: 'A file in any ticket, as a download.',
  params,
  download: { mediaTypes: attachmentTypes },
  answer: z.custom<FileContent>(),
  refusals: ['not_found'],
});
