import { attachmentRules, type AttachmentType } from '@trace/contract/tickets/attachments/tickets.attachments.rules';

const signatures: readonly (readonly [AttachmentType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

const endings: Record<AttachmentType, readonly [string, ...string[]]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
  'text/plain': ['.txt', '.log'],
};

/** Gives the name an ending of its type. A computer opens a saved file by its ending, so a text could run as a script. */
export function safeName(name: string, type: AttachmentType): string {
  const [usual, ...others] = endings[type];
  if ([usual, ...others].some((ending) => name.toLowerCase().endsWith(ending))) return name;
  return name.slice(0, attachmentRules.nameMaxLength - usual.length) + usual;
}

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

/** Metadata of a photo: segments APP1 with Exif or XMP, and APP13 with IPTC. A length of two bytes follows the marker. */
const metadata: readonly (readonly [marker: number, name: string])[] = [
  [0xffe1, 'Exif\0\0'],
  [0xffe1, 'http://ns.adobe.com/xap/1.0/\0'],
  [0xffe1, 'http://ns.adobe.com/xmp/extension/\0'],
  [0xffed, 'Photoshop 3.0\0'],
];
const MARKER_AND_LENGTH = 4;

/** Overwrites the metadata of photos within a file with zeros. All offsets of the file stay valid. */
export function withoutPhotoMetadata(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file);
  for (const [marker, name] of metadata)
    for (let at = copy.indexOf(name, MARKER_AND_LENGTH); at !== -1; at = copy.indexOf(name, at + 1)) {
      if (copy.readUInt16BE(at - 4) !== marker) continue;
      copy.fill(0, at, Math.min(copy.length, at - 2 + copy.readUInt16BE(at - 2)));
    }
  return copy;
}
