import { buildEspImage, writeHash } from '@trace/simulator/firmware/esp-image';
import { expect, test } from 'vitest';
import { readEspImage } from './firmware.image.rules.ts';

const build = () => buildEspImage({ version: '1.0.5', chip: 'esp32s3', sizeBytes: 1_024 });
const changed = (change: (image: Buffer) => void): Buffer => {
  const image = build();
  change(image);
  writeHash(image);
  return image;
};

test('reads chip and version of an image [FWM-01]', () => {
  expect(readEspImage(build())).toEqual({ chip: 'esp32s3', version: '1.0.5' });
  const longest = `1.0.0-${'a'.repeat(25)}`;
  expect(readEspImage(buildEspImage({ version: longest, chip: 'esp32c61' }))).toEqual({
    chip: 'esp32c61',
    version: longest,
  });
});

test.each<[string, Buffer, object]>([
  ['no bytes', Buffer.alloc(0), { problem: 'notEspImage' }],
  ['one byte', Buffer.from([0xe9]), { problem: 'notEspImage' }],
  ['another first byte', changed((image) => image.writeUInt8(0x7f, 0)), { problem: 'notEspImage' }],
  ['no segments', changed((image) => image.writeUInt8(0, 1)), { problem: 'notEspImage' }],
  ['too many segments', changed((image) => image.writeUInt8(17, 1)), { problem: 'notEspImage' }],
  ['an unknown chip', changed((image) => image.writeUInt16LE(0x99, 12)), { problem: 'unknownChip', chipId: 0x99 }],
  ['a segment behind the end', changed((image) => image.writeUInt32LE(0xffff_ffff, 28)), { problem: 'truncated' }],
  ['a third segment that is missing', changed((image) => image.writeUInt8(16, 1)), { problem: 'truncated' }],
  ['half of its bytes', build().subarray(0, 512), { problem: 'truncated' }],
  ['no hash at its end', build().subarray(0, 1_024 - 32), { problem: 'wrongLength' }],
  ['bytes after its end', Buffer.concat([build(), Buffer.alloc(16)]), { problem: 'wrongLength' }],
  ['no description', changed((image) => image.writeUInt32LE(0, 32)), { problem: 'noDescription' }],
  ['a changed byte', changed((image) => image.writeUInt8(image.readUInt8(600) ^ 1, 600)), { problem: 'wrongChecksum' }],
  ['the hash switched off', changed((image) => image.writeUInt8(0, 23)), { problem: 'noHash' }],
])('refuses an image with %s [FWM-01]', (_what, image, problem) => {
  expect(readEspImage(image)).toEqual(problem);
});
