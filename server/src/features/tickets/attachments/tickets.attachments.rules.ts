import type { AttachmentType } from '@trace/contract/tickets/attachments/tickets.attachments.rules';

const signatures: readonly (readonly [AttachmentType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** Control characters that plain text does not have. Tab, line feed, form feed and carriage return are text. */
// eslint-disable-next-line no-control-regex -- the pattern is about control characters
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** The type of a file by its content alone. Null: none of the allowed types. */
export function typeOf(content: Uint8Array): AttachmentType | null {
  const known = signatures.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte));
  if (known) return known[0];
  return isText(content) ? 'text/plain' : null;
}

function isText(content: Uint8Array): boolean {
  try {
    return !CONTROL.test(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return false;
  }
}
