// Cuts received bytes into packets, and keeps the bytes of an incomplete packet.
import { frameAt } from './frames.ts';
import type { Frame } from './frames.ts';

export interface PacketReader {
  append(chunk: Buffer): void;
  /** Returns the next packet without taking it. Its frame refers to `bytes`. */
  peek(maxBodyBytes: number): Frame | 'incomplete' | 'malformed' | 'too_big';
  readonly bytes: Buffer;
  isEmpty(): boolean;
  firstByte(): number | undefined;
  /** The bytes of a packet with its header. */
  whole(frame: Frame): Buffer;
  take(frame: Frame): void;
  /** Keeps a copy of the unread part alone, so that a few bytes do not hold on to a whole chunk. */
  compact(): void;
  clear(): void;
}

const EMPTY: Buffer = Buffer.alloc(0);

export function createPacketReader(): PacketReader {
  let bytes = EMPTY;
  let position = 0;
  return {
    append: (chunk) => {
      bytes = position < bytes.length ? Buffer.concat([bytes.subarray(position), chunk]) : chunk;
      position = 0;
    },
    peek: (maxBodyBytes) => frameAt(bytes, position, maxBodyBytes),
    get bytes() {
      return bytes;
    },
    isEmpty: () => position >= bytes.length,
    firstByte: () => bytes[position],
    whole: (frame) => bytes.subarray(frame.start, frame.end),
    take: (frame) => {
      position = frame.end;
    },
    compact: () => {
      if (position >= bytes.length) bytes = EMPTY;
      else if (position > 0) bytes = Buffer.from(bytes.subarray(position));
      position = 0;
    },
    clear: () => {
      bytes = EMPTY;
      position = 0;
    },
  };
}
