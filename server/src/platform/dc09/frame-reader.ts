import { readFrame, type ReadFrame } from './frame.ts';

/** Longer than any frame of the standard, and the most that a connection may hold in memory. */
const MAX_FRAME_BYTES = 4_096;
const LF = 0x0a;
const CR = 0x0d;
/** The checksum can be two raw bytes, which may look like CR or LF. */
const RAW_CHECKSUM_BYTES = 2;

export interface FrameReader {
  /** Returns the frames that end in these bytes, in order. */
  push(chunk: Uint8Array): ReadFrame[];
  /** Returns the frame that lacks its CR, at the end of a datagram. */
  end(): ReadFrame[];
}

/** Collects frames from LF to CR out of a stream that is split anywhere. Bytes outside of a frame are dropped. */
export function createFrameReader(): FrameReader {
  const held = Buffer.alloc(MAX_FRAME_BYTES);
  /** Bytes after the LF; null outside of a frame. */
  let length: number | null = null;

  const take = (): ReadFrame[] => {
    const bytes = Buffer.from(held.subarray(0, length ?? 0));
    length = null;
    return bytes.length === 0 ? [] : [readFromLastStart(bytes)];
  };

  const pushByte = (byte: number): ReadFrame[] => {
    if (length === null) {
      if (byte === LF) length = 0;
      return [];
    }
    const isPastChecksum = length >= RAW_CHECKSUM_BYTES;
    if (isPastChecksum && byte === CR) return take();
    if (isPastChecksum && byte === LF) {
      const cut = take();
      length = 0;
      return cut;
    }
    if (length === MAX_FRAME_BYTES) {
      length = null;
      return [{ problem: 'malformed' }];
    }
    held[length] = byte;
    length += 1;
    return [];
  };

  return {
    push(chunk) {
      const frames: ReadFrame[] = [];
      for (const byte of chunk) frames.push(...pushByte(byte));
      return frames;
    },
    end: take,
  };
}

/** An LF directly after an LF is noise or a raw checksum. The frame that can be read decides. */
function readFromLastStart(bytes: Buffer): ReadFrame {
  const read = readFrame(bytes);
  const later = bytes.subarray(0, RAW_CHECKSUM_BYTES).lastIndexOf(LF);
  if ('frame' in read || later === -1) return read;
  return readFrame(bytes.subarray(later + 1));
}
