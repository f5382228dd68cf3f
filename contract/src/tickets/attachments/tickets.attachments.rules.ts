import { HOUR_MS } from '../../kernel/time.ts';

/** Limits of files on a message. */
export const attachmentRules = {
  maxBytes: 5 * 2 ** 20,
  perMessage: 5,
  perTicket: 50,
  nameMaxLength: 200,
  /** Longest side of an accepted picture: cameras of phones make up to 8,160 pixels. */
  maxPixelsPerSide: 8_192,
  /** Longest side of the stored picture. */
  keptPixels: 4_096,
  /** How long an uploaded file waits for its message. */
  draftMs: HOUR_MS,
  /** For the file dialog of the browser. The server reads the content. */
  accept: '.png,.jpg,.jpeg,.pdf,.txt',
} as const;

export const attachmentTypes = ['image/png', 'image/jpeg', 'application/pdf', 'text/plain'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];
