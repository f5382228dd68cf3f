import { createHash } from 'node:crypto';
import { chipIds, type Chip } from '@trace/contract/firmware/firmware.rules';
import { createRandom } from '../random.ts';

// The layout of an ESP image: esp-idf components/bootloader_support/include/esp_app_format.h, esp_app_desc.h.
const HEADER_BYTES = 24;
const SEGMENT_HEADER_BYTES = 8;
const DESCRIPTION_BYTES = 256;
const HASH_BYTES = 32;
const CHECKSUM_SEED = 0xef;
/** Header, two segments with their headers, the checksum at the end of a block of 16, the hash. */
const SMALLEST_BYTES = 368;

export interface EspImageParts {
  version: string;
  chip: Chip;
  /** Rounded up to the next multiple of 16. At least 368. */
  sizeBytes?: number;
  /** The same seed gives the same body. */
  seed?: number;
  projectName?: string;
}

/** Makes an image that an ESP chip's update code accepts as one: header, two segments, description, checksum, hash. */
export function buildEspImage({ version, chip, sizeBytes = 4_096, seed = 1, projectName = 'trace' }: EspImageParts) {
  const size = Math.max(SMALLEST_BYTES, Math.ceil(sizeBytes / 16) * 16);
  const image = Buffer.alloc(size);
  const secondSegmentAt = HEADER_BYTES + SEGMENT_HEADER_BYTES + DESCRIPTION_BYTES;
  const bodyAt = secondSegmentAt + SEGMENT_HEADER_BYTES;
  // Segments are multiples of four bytes, so three bytes of padding precede the checksum.
  const bodyEnd = size - HASH_BYTES - 4;

  writeHeader(image, chip);
  writeSegmentHeader(image, HEADER_BYTES, 0x3f40_0020, DESCRIPTION_BYTES);
  writeDescription(image, HEADER_BYTES + SEGMENT_HEADER_BYTES, { version, projectName });
  writeSegmentHeader(image, secondSegmentAt, 0x4008_0000, bodyEnd - bodyAt);
  writeBody(image, bodyAt, bodyEnd, seed);

  let checksum = CHECKSUM_SEED;
  for (let at = HEADER_BYTES + SEGMENT_HEADER_BYTES; at < secondSegmentAt; at++) checksum ^= image.readUInt8(at);
  for (let at = bodyAt; at < bodyEnd; at++) checksum ^= image.readUInt8(at);
  image.writeUInt8(checksum, size - HASH_BYTES - 1);
  writeHash(image);
  return image;
}

/** Writes the hash of all bytes before it. For a test that changes an image and wants its hash to fit. */
export function writeHash(image: Buffer): void {
  const end = image.length - HASH_BYTES;
  createHash('sha256').update(image.subarray(0, end)).digest().copy(image, end);
}

function writeHeader(image: Buffer, chip: Chip): void {
  image.writeUInt8(0xe9, 0);
  image.writeUInt8(2, 1);
  // Flash mode DIO, 4 MB at 40 MHz, and the entry address.
  image.writeUInt8(2, 2);
  image.writeUInt8(0x20, 3);
  image.writeUInt32LE(0x4008_1000, 4);
  image.writeUInt16LE(idOf(chip), 12);
  // A hash follows the last block.
  image.writeUInt8(1, 23);
}

function idOf(chip: Chip): number {
  const entry = Object.entries(chipIds).find(([, name]) => name === chip);
  if (entry === undefined) throw new Error(`Unknown chip ${chip}`);
  return Number(entry[0]);
}

function writeSegmentHeader(image: Buffer, at: number, loadAddress: number, length: number): void {
  image.writeUInt32LE(loadAddress, at);
  image.writeUInt32LE(length, at + 4);
}

function writeDescription(image: Buffer, at: number, words: { version: string; projectName: string }): void {
  image.writeUInt32LE(0xabcd_5432, at);
  writeText(image, at + 16, words.version);
  writeText(image, at + 48, words.projectName);
  writeText(image, at + 112, 'v5.5.1');
}

/** Fields of 32 bytes that end with a zero byte. */
function writeText(image: Buffer, at: number, text: string): void {
  if (Buffer.byteLength(text) > 31) throw new RangeError(`'${text}' does not fit into an ESP image (31 bytes)`);
  image.write(text, at, 'utf8');
}

function writeBody(image: Buffer, from: number, to: number, seed: number): void {
  const random = createRandom(seed);
  for (let at = from; at < to; at += 4) image.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
}
