import { expect, test } from 'vitest';
import { safeName, typeOf, withoutPhotoMetadata } from './tickets.attachments.rules.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test.each<[string, Uint8Array, string | null]>([
  ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), 'image/png'],
  ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, 0), 'image/jpeg'],
  ['a PDF', text('%PDF-1.7\n'), 'application/pdf'],
  ['UTF-8 text in any script', text('Ошибка 🛰️\r\n\tPDP reject'), 'text/plain'],
  ['a page, which is only text', text('<script>alert(1)</script>'), 'text/plain'],
  ['a GIF', text('GIF89a\u0001\u0000'), null],
  ['a ZIP', bytes(0x50, 0x4b, 0x03, 0x04, 0), null],
  ['a program', bytes(0x7f, 0x45, 0x4c, 0x46, 2), null],
  ['text in Latin-1', bytes(0x46, 0xfc, 0x72), null],
  ['text with a NUL', text('a\u0000b'), null],
  ['the first bytes of a PNG alone', bytes(0x89, 0x50, 0x4e), null],
])('the content of %s decides its type [SUPP-03] [T41]', (_what, content, type) => {
  expect(typeOf(content)).toBe(type);
});

test.each([
  ['LIGHT.JPEG', 'image/jpeg', 'LIGHT.JPEG'],
  ['tracker.log', 'text/plain', 'tracker.log'],
  ['fix.bat', 'text/plain', 'fix.bat.txt'],
  ['photo.txt.js', 'text/plain', 'photo.txt.js.txt'],
  ['invoice.html', 'application/pdf', 'invoice.html.pdf'],
  [`${'x'.repeat(196)}.ps1`, 'text/plain', `${'x'.repeat(196)}.txt`],
] as const)('names %s of the type %s as %s [SUPP-03] [T41]', (name, type, safe) => {
  expect(safeName(name, type)).toBe(safe);
});

test('overwrites the metadata of photos in a PDF and keeps all other bytes [SUPP-03] [T27]', () => {
  const exif = Buffer.concat([bytes(0xff, 0xe1, 0, 13), text('Exif\0\0GPS33'), bytes(0xff, 0xdb)]);
  const iptc = Buffer.concat([bytes(0xff, 0xed, 0, 21), text('Photoshop 3.0\0Manly')]);
  const words = text('%PDF-1.7 (Exif\0\0 is a format) stream');
  const cleaned = withoutPhotoMetadata(Buffer.concat([words, exif, iptc, text('endstream')]));
  expect(cleaned).toEqual(
    Buffer.concat([
      ...[words, bytes(0xff, 0xe1, 0, 13), Buffer.alloc(11), bytes(0xff, 0xdb)],
      ...[bytes(0xff, 0xed, 0, 21), Buffer.alloc(19), text('endstream')],
    ]),
  );
});
