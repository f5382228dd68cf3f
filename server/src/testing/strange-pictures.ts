// PNG files that no camera makes.
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IEND_BYTES = 12;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a black picture with a bit per pixel. A decompression bomb is small as a file and large when decoded. */
export function pngOf(width: number, height: number, { text }: { text?: string } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const line = Buffer.alloc(1 + Math.ceil(width / 8));
  const data = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 2_000) }, () => line)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(text === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))]),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The picture as the first of two frames (APNG). */
export function withApngFrames(png: Buffer): Buffer {
  const headerEnd = SIGNATURE.length + 25;
  const header = png.subarray(SIGNATURE.length + 8, SIGNATURE.length + 21);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = (sequence: number): Buffer => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence, 0);
    header.copy(data, 4, 0, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return chunk('fcTL', data);
  };
  const lines = Buffer.alloc((1 + header.readUInt32BE(0) * 3) * header.readUInt32BE(4), 0);
  const sequence = Buffer.alloc(4);
  sequence.writeUInt32BE(2);
  return Buffer.concat([
    png.subarray(0, headerEnd),
    chunk('acTL', control),
    frame(0),
    png.subarray(headerEnd, png.length - IEND_BYTES),
    frame(1),
    chunk('fdAT', Buffer.concat([sequence, deflateSync(lines)])),
    png.subarray(png.length - IEND_BYTES),
  ]);
}
