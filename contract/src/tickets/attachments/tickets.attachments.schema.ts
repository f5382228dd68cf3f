import { z } from 'zod';
import { attachmentRules, attachmentTypes } from './tickets.attachments.rules.ts';

/** A file on a message. */
export const attachmentSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.enum(attachmentTypes),
  sizeBytes: z.int().positive(),
});

export type Attachment = z.infer<typeof attachmentSchema>;

/** The uploaded files that a new message takes. */
export const attachmentIdsSchema = z.array(z.uuid()).max(attachmentRules.perMessage).optional();
