// A good device that publishes positions at a fixed pace, and measures the time to each PUBACK.
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_SEQ, nextPacketId, publishTemplate } from './mqtt-bytes.ts';

const PUBACK = 0x40;
/** Time for the last PUBACKs. */
const LAST_ACKS_MS = 2_000;
const LOOK_EVERY_MS = 20;

export interface Paced {
  /** Milliseconds from each publish to its PUBACK. */
  readonly delays: readonly number[];
  /** Messages without a PUBACK at the end. */
  readonly missing: number;
}

export interface Pace {
  readonly everyMs: number;
  readonly forMs: number;
}

/** @param socket a connection whose CONNECT was accepted */
export async function publishPaced(socket: Duplex, serial: string, { everyMs, forMs }: Pace): Promise<Paced> {
  const template = publishTemplate(serial, Math.floor(Date.now() / 1_000));
  const sentAt = new Map<number, number>();
  const delays: number[] = [];
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= 4; rest = rest.subarray(4)) {
      if (rest[0] !== PUBACK) throw new Error(`an unexpected packet ${rest[0]}`);
      const packetId = rest.readUInt16BE(2);
      delays.push(performance.now() - (sentAt.get(packetId) ?? Number.NaN));
      sentAt.delete(packetId);
    }
  });
  let packetId = 0;
  const endMs = performance.now() + forMs;
  for (let seq = FIRST_SEQ + 1; performance.now() < endMs; seq += 1) {
    packetId = nextPacketId(packetId);
    const bytes = Buffer.alloc(template.bytes.length);
    template.write(bytes, 0, { packetId, seq, sentAtMs: Date.now() });
    sentAt.set(packetId, performance.now());
    socket.write(bytes);
    await wait(everyMs);
  }
  const giveUpMs = performance.now() + LAST_ACKS_MS;
  while (sentAt.size > 0 && performance.now() < giveUpMs) await wait(LOOK_EVERY_MS);
  socket.destroy();
  return { delays, missing: sentAt.size };
}
