import { attachmentRules } from './tickets.attachments.rules.ts';

const MOST_MB = attachmentRules.maxBytes / 2 ** 20;

/** Words of files on a message, for both sides. */
export const attachmentTexts = {
  attach: 'Attach a file',
  hint: `PNG, JPEG, PDF or TXT, up to ${MOST_MB} MB, at most ${attachmentRules.perMessage} files. Place and time are removed from photos.`,
  list: 'Attachments',
  /** The message that carries the files of a new request. */
  ofRequest: 'Files attached to this request.',
  remove: (name: string) => `Remove ${name}`,
  failed: (name: string) => `Could not attach ${name}`,
  wrongType: 'Only PNG, JPEG, PDF and plain text files can be attached.',
  tooLarge: `A file can have at most ${MOST_MB} MB.`,
  tooMany: `A message can have at most ${attachmentRules.perMessage} files.`,
  ticketFull: `A request can have at most ${attachmentRules.perTicket} files. Send a new request.`,
  empty: 'This file is empty.',
  unreadable: 'This picture cannot be read. Save it again and attach the new file.',
  tooManyPixels: `A picture can have at most ${attachmentRules.maxPixelsPerSide} pixels per side.`,
  busy: 'Too many pictures are being stored. Please try again in a moment.',
  expired: 'An attached file is no longer available. Attach it again.',
  notFound: 'There is no such file, or it is not yours.',
  /** In place of the name of a file whose person is gone. */
  gone: 'deleted',
} as const;
