import { chipIds, type Chip } from '@trace/contract/firmware/firmware.rules';

// The layout of an ESP image: esp-idf components/bootloader_support/include/esp_app_format.h, esp_app_desc.h.
const MAGIC = 0xe9;
const HEADER_BYTES = 24;
const CHIP_AT = 12;
const HAS_HASH_AT = 23;
const SEGMENT_HEADER_BYTES = 8;
const MOST_SEGMENTS = 16;
const DESCRIPTION_AT = 32;
const DESCRIPTION_MAGIC = 0xabcd_5432;
const DESCRIPTION_BYTES = 256;
const VERSION_AT = 48;
const TEXT_BYTES = 32;
const BLOCK_BYTES = 16;
const CHECKSUM_SEED = 0xef;
export const HASH_BYTES = 32;

/** Why a file is not an image that a device could install. */
export type ImageProblem =
  | { readonly problem: 'notEspImage' | 'truncated' | 'noDescription' | 'wrongChecksum' | 'noHash' | 'wrongLength' }
  | { readonly problem: 'unknownChip'; readonly chipId: number };

export interface EspImage {
  readonly chip: Chip;
  /** As the build wrote it. */
  readonly version: string;
}

/**
 * Reads the structure of an ESP image: header, segments, application description and checksum. The image ends with the
 * SHA-256 of all bytes before it, which the caller compares.
 */
export function readEspImage(bytes: Uint8Array): EspImage | ImageProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || bytes[0] !== MAGIC) return { problem: 'notEspImage' };
  const segmentCount = bytes[1]!;
  if (segmentCount === 0 || segmentCount > MOST_SEGMENTS) return { problem: 'notEspImage' };
  const chipId = view.getUint16(CHIP_AT, true);
  const chip = chipOf(chipId);
  if (chip === undefined) return { problem: 'unknownChip', chipId };
  const segments = readSegments(view, segmentCount);
  if (segments === null) return { problem: 'truncated' };
  if (!hasDescription(view, segments[0]!.end)) return { problem: 'noDescription' };
  // Zeros fill the last block of 16 bytes up to the checksum, which is its last byte.
  const checksumAt = segments.at(-1)!.end + BLOCK_BYTES - 1 - (segments.at(-1)!.end % BLOCK_BYTES);
  if (checksumAt >= bytes.length) return { problem: 'truncated' };
  if (checksumOf(bytes, segments) !== bytes[checksumAt]) return { problem: 'wrongChecksum' };
  if (bytes[HAS_HASH_AT] !== 1) return { problem: 'noHash' };
  if (bytes.length !== checksumAt + 1 + HASH_BYTES) return { problem: 'wrongLength' };
  return { chip, version: textAt(bytes, VERSION_AT) };
}

interface Segment {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

function chipOf(id: number): Chip | undefined {
  return Object.entries(chipIds).find(([key]) => Number(key) === id)?.[1];
}

/** Returns null when a segment would end behind the file. */
function readSegments(view: DataView, count: number): Segment[] | null {
  const segments: Segment[] = [];
  for (let at = HEADER_BYTES; segments.length < count;) {
    const start = at + SEGMENT_HEADER_BYTES;
    if (start > view.byteLength) return null;
    const end = start + view.getUint32(at + 4, true);
    if (end > view.byteLength) return null;
    segments.push({ start, end });
    at = end;
  }
  return segments;
}

function hasDescription(view: DataView, firstSegmentEnd: number): boolean {
  return (
    firstSegmentEnd >= DESCRIPTION_AT + DESCRIPTION_BYTES && view.getUint32(DESCRIPTION_AT, true) === DESCRIPTION_MAGIC
  );
}

function checksumOf(bytes: Uint8Array, segments: readonly Segment[]): number {
  let checksum = CHECKSUM_SEED;
  for (const { start, end } of segments) for (let at = start; at < end; at++) checksum ^= bytes[at]!;
  return checksum;
}

/** A field of 32 bytes that a zero byte ends. */
function textAt(bytes: Uint8Array, at: number): string {
  const field = bytes.subarray(at, at + TEXT_BYTES);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}
