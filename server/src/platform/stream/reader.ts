import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gapEvent } from '@trace/contract/kernel/stream';
import { frameOf, frameOfJson } from './sse.ts';

/** Above this the reader gets only the newest per key; above the second it is ended (Node buffers without a limit). */
const COLLAPSE_ABOVE_BYTES = 64 * 1024;
const END_ABOVE_BYTES = 256 * 1024;
/** Keys that are kept for a reader that is behind. */
const MOST_KEPT = 5_000;

export interface Reader {
  /** An event that must arrive: written now. */
  writeSure(frame: string): void;
  /** State: written with the others of this turn, or kept as the newest of its key while the reader is behind. */
  writeNewest(key: string, name: string, json: string): void;
  /** Writes a last frame, if any, and closes. What is said afterwards is dropped. */
  end(frame?: string): void;
  isBehind(): boolean;
  /** Resolves when the reader is not behind, or is gone. */
  whenCaughtUp(): Promise<void>;
}

/**
 * Writes to one browser. What is said in one turn of the event loop leaves in one write; a reader that falls behind
 * gets the newest per key when it has caught up, and is told if that was not all; one that stops reading is ended by `onTooSlow`.
 */
export function createReader(response: ServerResponse, onTooSlow: () => void): Reader {
  let pending: string[] = [];
  let pendingLength = 0;
  let isScheduled = false;
  const kept = new Map<string, string>();
  let hasLeftOut = false;

  /** A write after the end would be an error that nobody catches. */
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

  /** In portions, so that catching up alone never makes a reader too slow. The gap is told before what came after it. */
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
    writeSure: schedule,
    writeNewest(key, name, json) {
      const frame = frameOfJson(name, json);
      if (isBehind() || kept.size > 0) keep(`${name} ${key}`, frame);
      else schedule(frame);
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
