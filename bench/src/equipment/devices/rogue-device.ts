// A device that sends as fast as the network takes it, and comes back whenever the gateway ends the connection.
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export const CHUNK_BYTES = 64 * 1024;
const RECONNECT_AFTER_MS = 200;
/** 64 kB each millisecond is more than the gateway can read. */
const FLOOD_EVERY_MS = 1;

export interface RogueReport {
  readonly sentBytes: number;
  readonly heardBytes: number;
  /** Connections that the gateway ended, or did not accept. */
  readonly turnedAway: number;
}

export interface Rogue {
  stop(): Promise<RogueReport>;
}

/**
 * @param open connects; its CONNECT was accepted
 * @param nextChunk about `CHUNK_BYTES` of packets
 */
export function startRogue(open: () => Promise<Duplex>, nextChunk: () => Buffer): Rogue {
  const report = { sentBytes: 0, heardBytes: 0, turnedAway: 0 };
  let isStopped = false;

  const floodOnce = async (): Promise<void> => {
    const socket = await open();
    socket.on('data', (chunk: Buffer) => {
      report.heardBytes += chunk.length;
    });
    while (!isStopped && !socket.destroyed) {
      if (socket.writableLength < CHUNK_BYTES) {
        const chunk = nextChunk();
        report.sentBytes += chunk.length;
        socket.write(chunk);
      }
      await wait(FLOOD_EVERY_MS);
    }
    if (!isStopped) report.turnedAway += 1;
    socket.destroy();
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      await floodOnce().catch(() => {
        report.turnedAway += 1;
      });
      await wait(RECONNECT_AFTER_MS);
    }
  };

  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return report;
    },
  };
}

/** As many copies of the packet as fill a chunk. */
export function chunkOf(packet: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(CHUNK_BYTES / packet.length) }, () => packet));
}
