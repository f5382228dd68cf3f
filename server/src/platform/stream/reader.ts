import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gapEvent } from '@trace/contract/kernel/stream';
import { frameOf, frameOfJson } from './sse.ts';

/**
 * Above the first limit the reader gets only the newest frame per key. Above the second the reader is closed (Node
 * buffers without a limit).
 */
const COLLAPSE_ABOVE_BYTES = 64 * 1024;
const END_ABOVE_BYTES = 256 * 1024;
/** Keys that are kept for a reader that is behind. */
const MOST_KEPT = 5_000;

export interface Reader {
  /** An event that must arrive: written now. */
  writeDurable(frame: string): void;
  /**
   * Writes state together with the other frames of this turn. While the reader is behind, keeps only the newest frame
   * per key.
   */
  writeNewest(key: string, name: string, json: string): void;
  /** Drops state that waits because the reader is behind. A gap frame tells the page. */
  dropKept(key: string, name: string): void;
  /** Writes a last frame, if given, and closes. Later frames are dropped. */
  end(frame?: string): void;
  isBehind(): boolean;
  /** Resolves when the reader is not behind, or is gone. */
  whenCaughtUp(): Promise<void>;
}

/**
 * Writes to the browser of a stream. All frames of a turn of the event loop leave in a single write. A reader that
 * falls behind gets the newest frame per key after catching up, and a gap frame if frames were left out. `onTooSlow`
 * ends a reader that stops reading.
 */
export function createReader(response: ServerResponse, onTooSlow: () => void): Reader {
  let pending: string[] = [];
  let pendingLength = 0;
  let isScheduled = false;
  const kept = new Map<string, string>();
  let hasLeftOut = false;

  /** A write after the end would raise an uncaught error. */
  const isOver = (): boolean => response.destroyed || response.writableEnded;

  const flush = (): void => {
    isScheduled = false;
    const text = pending.join('');
    pending = [];
    pendingLength = 0;
    if (text === '' || isOver()) return;
    if (response.write(text)) writeKept();
    if (response.writableLength > END_ABOVE_BYTES) onTooSlow();
  };

  const schedule = (frame: string): void => {
    pending.push(frame);
    pendingLength += frame.length;
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };

  const isBehind = (): boolean => response.writableLength + pendingLength > COLLAPSE_ABOVE_BYTES;

  const keep = (key: string, frame: string): void => {
    if (kept.size >= MOST_KEPT && !kept.has(key)) return onTooSlow();
    hasLeftOut ||= kept.has(key);
    kept.set(key, frame);
  };

  /**
   * Writes in portions, so that catching up alone never makes a reader too slow. The gap frame precedes the kept
   * frames.
   */
  const writeKept = (): void => {
    if (hasLeftOut && !isOver() && !isBehind()) {
      hasLeftOut = false;
      response.write(frameOf(gapEvent, {}));
    }
    for (const [key, frame] of kept) {
      if (isOver() || isBehind()) return;
      kept.delete(key);
      response.write(frame);
    }
  };

  response.on('drain', writeKept);

  return {
    writeDurable: schedule,
    writeNewest(key, name, json) {
      const frame = frameOfJson(name, json);
      if (isBehind() || kept.size > 0) keep(`${name} ${key}`, frame);
      else schedule(frame);
    },
    dropKept(key, name) {
      if (kept.delete(`${name} ${key}`)) hasLeftOut = true;
    },
    end(frame) {
      if (frame !== undefined) schedule(frame);
      flush();
      response.end();
    },
    isBehind,
    async whenCaughtUp() {
      if (isOver() || !isBehind()) return;
      const done = new AbortController();
      const waits = ['drain', 'close'].map((name) => once(response, name, { signal: done.signal }));
      try {
        await Promise.race(waits);
      } finally {
        done.abort();
        await Promise.allSettled(waits);
      }
    },
  };
}
