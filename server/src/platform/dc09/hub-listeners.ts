// Listens for alarm hubs on one port, by TCP and by UDP.
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkOf } from '@trace/contract/kernel/network';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import { createFrameReader } from './frame-reader.ts';
import type { ReadFrame } from './frame.ts';
import { createHubConnections, type ConnectionLimits } from './hub-connections.ts';

export interface Reply {
  /** Null: no answer. The hub sends the frame again. */
  readonly answer: Buffer | null;
  /** Null: the frame does not prove its sender. */
  readonly proven: { readonly account: string; readonly idleMs: number } | null;
}

export interface HubListenerOptions {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  readonly limits: ConnectionLimits;
  readonly clock: Clock;
  /** Handles a frame, and never rejects. Frames of a connection are passed in sequence. */
  handle(read: ReadFrame, network: string): Promise<Reply>;
}

export interface HubListeners {
  readonly port: number;
  readonly connections: () => { open: number; unproven: number };
  /** Stops accepting, and waits for the frames that are being stored. */
  close(): Promise<void>;
}

const CLOSE_SILENT_EVERY_MS = 10 * SECOND_MS;
/** A stranger who sends only garbage loses the connection. */
const MOST_UNANSWERED = 20;
/** Answers that the hub does not read. */
const MOST_UNREAD_BYTES = 16 * 1_024;
/** Datagrams beyond this number are dropped unstored, and the hub sends again. */
const MOST_DATAGRAMS = 1_000;
const BACKLOG = 4_096;

export async function openHubListeners(options: HubListenerOptions): Promise<HubListeners> {
  const { host, clock, limits } = options;
  const connections = createHubConnections({ clock, limits });
  const busy = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    busy.add(work);
    void work.finally(() => busy.delete(work));
  };
  const tcp = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    if (!connections.admit(socket)) return;
    serve(socket, options, { track, prove: (proven) => connections.prove(socket, proven.account, proven.idleMs) });
  });
  await listenTcp(tcp, host, options.port);
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  udp.on('error', () => {});
  udp.on('message', (datagram, sender) => {
    if (busy.size < MOST_DATAGRAMS) track(answerDatagram(udp, datagram, sender, options));
  });
  await listenUdp(udp, host, port).catch((error: unknown) => {
    tcp.close();
    throw error;
  });
  const stopClosing = clock.every(CLOSE_SILENT_EVERY_MS, connections.closeSilent);
  return {
    port,
    connections: connections.count,
    async close() {
      stopClosing();
      const isClosed = new Promise((resolve) => tcp.close(resolve));
      await Promise.allSettled(busy);
      connections.closeAll();
      await isClosed;
      await new Promise<void>((resolve) => udp.close(resolve));
    },
  };
}

interface Service {
  track(work: Promise<unknown>): void;
  prove(proven: NonNullable<Reply['proven']>): void;
}

/** Handles the frames of a connection in sequence, and reads on only when all are answered. */
function serve(socket: Socket, { handle }: HubListenerOptions, { track, prove }: Service): void {
  const reader = createFrameReader();
  const network = networkOf(socket.remoteAddress ?? '');
  let unanswered = 0;

  const answer = async (frames: readonly ReadFrame[]): Promise<void> => {
    for (const read of frames) {
      const reply = await handle(read, network);
      unanswered = reply.proven === null ? unanswered + 1 : 0;
      if (reply.proven !== null) prove(reply.proven);
      if (reply.answer !== null && !socket.destroyed) socket.write(reply.answer);
      if (unanswered > MOST_UNANSWERED || socket.writableLength > MOST_UNREAD_BYTES) socket.destroy();
      if (socket.destroyed) return;
    }
    socket.resume();
  };

  socket.on('data', (chunk) => {
    const frames = reader.push(chunk);
    if (frames.length === 0) return;
    socket.pause();
    track(answer(frames));
  });
}

async function answerDatagram(
  udp: UdpSocket,
  datagram: Buffer,
  { address, port }: RemoteInfo,
  { handle }: HubListenerOptions,
): Promise<void> {
  const reader = createFrameReader();
  // A datagram holds a single frame.
  const [read] = [...reader.push(datagram), ...reader.end()];
  if (read === undefined) return;
  const { answer } = await handle(read, networkOf(address));
  if (answer !== null) udp.send(answer, port, address, () => {});
}

function listenTcp(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function listenUdp(socket: UdpSocket, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}
