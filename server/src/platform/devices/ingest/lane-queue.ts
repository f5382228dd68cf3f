// The entries of a lane that wait for a batch, and how much is not settled yet.
import type { GatewayLimits } from '../limits.ts';
import type { Entry } from './entry.ts';

export type LaneLimits = Pick<GatewayLimits, 'queuedMessages' | 'queuedBytes' | 'batchMessages'>;

/** The messages that a lane has not stored yet. */
export interface LaneBacklog {
  readonly waiting: number;
  /** The age of the oldest of these messages. */
  readonly delayMs: number;
}

export type LaneQueue = ReturnType<typeof createLaneQueue>;

export function createLaneQueue(limits: LaneLimits) {
  let queue: Entry[] = [];
  /** The batch that is being stored. */
  let taken: readonly Entry[] = [];
  let unsettledMessages = 0;
  let unsettledBytes = 0;
  let roomSeekers: (() => void)[] = [];

  const hasRoom = (): boolean =>
    unsettledMessages <= limits.queuedMessages / 2 && unsettledBytes <= limits.queuedBytes / 2;

  return {
    push: (entry: Entry): void => {
      queue.push(entry);
      unsettledMessages += 1;
      unsettledBytes += entry.sizeBytes;
    },
    isEmpty: (): boolean => queue.length === 0,
    /** The entries that wait for a batch. */
    size: (): number => queue.length,
    /** Takes all waiting entries, up to the size of a batch. Taken entries count until released. */
    takeBatch: (): Entry[] => {
      const batch = queue.length > limits.batchMessages ? queue.splice(0, limits.batchMessages) : queue;
      if (batch === queue) queue = [];
      taken = batch;
      return batch;
    },
    release: (batch: readonly Entry[]): void => {
      unsettledMessages -= batch.length;
      for (const entry of batch) unsettledBytes -= entry.sizeBytes;
      if (unsettledMessages === queue.length) taken = [];
    },
    backlog: (nowMs: number): LaneBacklog => {
      const oldest = taken[0] ?? queue[0];
      const receivedMs = oldest === undefined ? nowMs : receivedAtOf(oldest, nowMs);
      return { waiting: unsettledMessages, delayMs: Math.max(0, nowMs - receivedMs) };
    },
    /** Entries that wait to be stored since before this time. */
    waitingSince: (beforeMs: number): Entry[] =>
      [...taken, ...queue].filter((entry) => receivedAtOf(entry, beforeMs) < beforeMs),
    isFull: (): boolean => unsettledMessages >= limits.queuedMessages || unsettledBytes >= limits.queuedBytes,
    /** Calls once when there is room again. */
    whenRoom: (run: () => void): void => {
      roomSeekers.push(run);
    },
    /** Calls the waiting sources once half of the lane is free. */
    callRoomSeekers: (): void => {
      if (roomSeekers.length === 0 || !hasRoom()) return;
      const seekers = roomSeekers;
      roomSeekers = [];
      for (const run of seekers) run();
    },
  };
}

/** A counted entry holds no message, so its age is not known. */
function receivedAtOf(entry: Entry, nowMs: number): number {
  if (entry.kind === 'counted') return nowMs;
  const { receivedAt } = entry.kind === 'set_aside' ? entry.setAside : entry.message;
  return receivedAt.getTime();
}
