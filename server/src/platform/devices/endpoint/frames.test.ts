import { expect, test } from 'vitest';

import { frameAt, MAX_BODY_BYTES, MAX_CONNECT_BODY_BYTES } from './frames.ts';

/** A packet header whose remaining length is written with exactly this many bytes. */
function headerWith(bodyBytes: number, lengthBytes: number): Buffer {
  const bytes = [0x32];
  let left = bodyBytes;
  for (let nth = 1; nth <= lengthBytes; nth += 1) {
    const isLast = nth === lengthBytes;
    bytes.push((left % 128) | (isLast ? 0 : 128));
    left = Math.floor(left / 128);
  }
  return Buffer.from(bytes);
}

test.each([1, 2, 3, 4])('a length written in %i bytes is read', (lengthBytes) => {
  const packet = Buffer.concat([headerWith(5, lengthBytes), Buffer.alloc(5)]);
  expect(frameAt(packet, 0, MAX_BODY_BYTES)).toMatchObject({ type: 3, bodyStart: 1 + lengthBytes, end: packet.length });
});

test('a length of five bytes is malformed, before and after its fifth byte', () => {
  expect(frameAt(Buffer.from([0x32, 0x80, 0x80, 0x80, 0x80]), 0, MAX_BODY_BYTES)).toBe('malformed');
  expect(frameAt(headerWith(5, 5), 0, MAX_BODY_BYTES)).toBe('malformed');
});

test('a packet that is too big is refused as soon as its length is known', () => {
  expect(frameAt(headerWith(MAX_BODY_BYTES + 1, 3), 0, MAX_BODY_BYTES)).toBe('too_big');
  expect(frameAt(headerWith(MAX_CONNECT_BODY_BYTES + 1, 2), 0, MAX_CONNECT_BODY_BYTES)).toBe('too_big');
  expect(frameAt(headerWith(MAX_BODY_BYTES, 3), 0, MAX_BODY_BYTES)).toBe('incomplete');
});

test('every truncation of a packet is incomplete, whatever follows', () => {
  const packet = Buffer.concat([headerWith(200, 2), Buffer.alloc(200, 7)]);
  for (let length = 0; length < packet.length; length += 1) {
    expect(frameAt(packet.subarray(0, length), 0, MAX_BODY_BYTES)).toBe('incomplete');
  }
  expect(frameAt(Buffer.concat([packet, packet]), packet.length, MAX_BODY_BYTES)).toMatchObject({
    end: 2 * packet.length,
  });
});
