// Cuts received bytes into packets, and keeps the bytes of an incomplete packet.
import { frameAt } from './frames.ts';
import type { Frame } from './frames.ts';

export interface PacketReader {
  append(chunk: Buffer): void;
  /** Returns the next packet without taking it. Its frame refers to `bytes`. */
  peek(maxBodyBytes: number): Frame | 'incomplete' | 'malformed' | 'too_big';
  readonly bytes: Buffer;
  isEmpty(): boolean;
  unreadBytes(): number;
  /** Offers each complete packet behind the next one, once. Removes a packet for which `take` returns true. */
  takeBehind(maxBodyBytes: number, take: (frame: Frame) => boolean): void;
  firstByte(): number | undefined;
  /** The bytes of a packet with its header. */
  whole(frame: Frame): Buffer;
  /** The bytes of a packet without its header. */
  body(frame: Frame): Buffer;
  take(frame: Frame): void;
  /** Keeps a copy of the unread part alone, so that a few bytes do not hold on to a whole chunk. */
  compact(): void;
  clear(): void;
}

const EMPTY: Buffer = Buffer.alloc(0);

export function createPacketReader(): PacketReader {
  let bytes = EMPTY;
  let position = 0;
  /** `takeBehind` has offered all packets that begin before this. */
  let offeredTo = 0;

  const dropRead = (rest: Buffer): void => {
    bytes = rest;
    offeredTo = Math.max(0, offeredTo - position);
    position = 0;
  };

  const offerNext = (maxBodyBytes: number, take: (frame: Frame) => boolean): boolean => {
    const start = Math.max(offeredTo, position);
    const frame = frameAt(bytes, start, maxBodyBytes);
    if (typeof frame === 'string') return false;
    const isNext = start === position;
    if (!isNext && take(frame)) bytes = Buffer.concat([bytes.subarray(0, start), bytes.subarray(frame.end)]);
    else offeredTo = frame.end;
    return true;
  };

  return {
    append: (chunk) => dropRead(position < bytes.length ? Buffer.concat([bytes.subarray(position), chunk]) : chunk),
    peek: (maxBodyBytes) => frameAt(bytes, position, maxBodyBytes),
    get bytes() {
      return bytes;
    },
    isEmpty: () => position >= bytes.length,
    unreadBytes: () => bytes.length - position,
    takeBehind: (maxBodyBytes, take) => {
      while (offerNext(maxBodyBytes, take));
    },
    firstByte: () => bytes[position],
    body: (frame) => bytes.subarray(frame.bodyStart, frame.end),
    whole: (frame) => bytes.subarray(frame.start, frame.end),
    take: (frame) => {
      position = frame.end;
    },
    compact: () => {
      if (position >= bytes.length) dropRead(EMPTY);
      else if (position > 0) dropRead(Buffer.from(bytes.subarray(position)));
    },
    clear: () => {
      bytes = EMPTY;
      position = 0;
      offeredTo = 0;
    },
  };
}
