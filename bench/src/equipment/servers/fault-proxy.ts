// A TCP proxy that damages a link: between device and server, server and database, or browser and server. A setting
// applies to open and to new connections.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Zero or false: no damage of this kind. */
export interface Damage {
  readonly latencyMs: number;
  /** A random part of this is added to the latency. The order of bytes stays. */
  readonly jitterMs: number;
  readonly bytesPerSec: number;
  /** The most bytes that arrive at once. */
  readonly sliceBytes: number;
  /** A random number of bytes up to twice this ends the connection with RST. */
  readonly resetAfterBytes: number;
  /** Bytes vanish in both directions, and no end is passed on: the network is gone without a FIN. */
  readonly isHalfOpen: boolean;
}

export interface FaultProxy {
  readonly port: number;
  damage(damage: Partial<Damage>): void;
  /** Ends all connections with RST. */
  reset(): void;
  /** Connections that the proxy has accepted, and connections that its damage has reset. */
  counts(): { readonly accepted: number; readonly resets: number };
  stop(): Promise<void>;
}

interface Options {
  readonly target: NetConnectOpts;
  readonly random: () => number;
  /** Reads the bytes on the way to the target. Returns false to swallow the bytes. */
  onBytes?(bytes: Buffer): boolean;
}

export const NO_DAMAGE: Damage = {
  latencyMs: 0,
  jitterMs: 0,
  bytesPerSec: 0,
  sliceBytes: 0,
  resetAfterBytes: 0,
  isHalfOpen: false,
};
/** Below this a timer is not exact. */
const MIN_PAUSE_MS = 1;

export async function startFaultProxy({ target, random, onBytes }: Options): Promise<FaultProxy> {
  let damage = NO_DAMAGE;
  let [accepted, resets] = [0, 0];
  const open = new Set<Socket>();

  const end = (pair: readonly Socket[]): void => pair.forEach((socket) => socket.resetAndDestroy());

  /** Carries one direction. Reads no faster than the other side takes, so memory is bounded. */
  const carry = async (from: Socket, to: Socket, isToTarget: boolean): Promise<void> => {
    let left = Math.ceil(random() * 2 * damage.resetAfterBytes);
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (damage.isHalfOpen || (isToTarget && onBytes?.(chunk) === false)) continue;
      const delayMs = damage.latencyMs + random() * damage.jitterMs;
      if (delayMs >= MIN_PAUSE_MS) await wait(delayMs);
      for (const slice of slicesOf(chunk, damage)) {
        if (to.destroyed) return;
        const isTaken = to.write(slice);
        if (damage.bytesPerSec > 0) await wait((slice.length / damage.bytesPerSec) * 1_000);
        else if (damage.sliceBytes > 0) await new Promise(setImmediate);
        if (!isTaken && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')]);
        left -= slice.length;
        if (damage.resetAfterBytes > 0 && left <= 0) {
          resets += 1;
          return end([from, to]);
        }
      }
    }
    if (!damage.isHalfOpen) to.end();
  };

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    accepted += 1;
    const far = connect({ ...target, noDelay: true, allowHalfOpen: true } as NetConnectOpts);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      // An error of a socket is always followed by its close.
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        if (!damage.isHalfOpen) other.destroy();
      });
      void carry(socket, other, socket === near).catch(() => {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    damage: (change) => {
      damage = { ...damage, ...change };
    },
    reset: () => end([...open]),
    counts: () => ({ accepted, resets }),
    stop: async () => {
      server.close();
      end([...open]);
      await once(server, 'close');
    },
  };
}

function* slicesOf(chunk: Buffer, { sliceBytes }: Damage): Generator<Buffer> {
  const size = sliceBytes === 0 ? chunk.length : sliceBytes;
  for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size);
}
