// The connection of a simulated hub to its monitoring station.
import { createSocket } from 'node:dgram';
import { createConnection, type Socket } from 'node:net';

export interface HubLine {
  /** Sends bytes and returns the next answer, or null after `waitMs`. */
  ask(bytes: Buffer, waitMs: number): Promise<Buffer | null>;
  close(): void;
}

export interface LineOptions {
  readonly host: string;
  readonly port: number;
  /** TCP: the bytes go out in pieces of this size. */
  readonly pieceBytes?: number;
}

export async function openTcpLine({ host, port, pieceBytes }: LineOptions): Promise<HubLine> {
  const socket = createConnection({ host, port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return {
    async ask(bytes, waitMs) {
      const answer = nextFrame(socket, waitMs);
      for (const piece of piecesOf(bytes, pieceBytes)) {
        socket.write(piece);
        // Lets each piece leave in a segment of its own.
        if (pieceBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
      }
      return answer;
    },
    close: () => void socket.destroy(),
  };
}

export function openUdpLine({ host, port }: LineOptions): HubLine {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.on('error', () => {});
  return {
    ask(bytes, waitMs) {
      return new Promise((resolve) => {
        const end = (answer: Buffer | null): void => {
          clearTimeout(timer);
          socket.removeAllListeners('message');
          resolve(answer);
        };
        const timer = setTimeout(() => end(null), waitMs);
        socket.once('message', end);
        socket.send(bytes, port, host);
      });
    },
    close: () => void socket.close(),
  };
}

function nextFrame(socket: Socket, waitMs: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const end = (answer: Buffer | null): void => {
      clearTimeout(timer);
      socket.off('data', collect);
      socket.off('close', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => end(null);
    const collect = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      if (held.includes(0x0d)) end(held);
    };
    const timer = setTimeout(giveUp, waitMs);
    socket.on('data', collect);
    socket.once('close', giveUp);
  });
}

function piecesOf(bytes: Buffer, size = bytes.length): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
