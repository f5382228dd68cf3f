// A device on MQTT over mutual TLS that comes back as the protocol asks: with the ticket of its last TLS session, and
// after a pause with a random part that grows with each refusal.
import { connect, createSecureContext } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { readIdentity } from '@trace/simulator/device/identity-folder';
import { connectPacket } from './mqtt-bytes.ts';
import { holdsWithin } from '../until.ts';

export interface TicketDevice {
  isConnected(): boolean;
  /** Resolves when the gateway has accepted the device. */
  connected(): Promise<void>;
  /** Connections that the device has opened. */
  tries(): number;
  cut(): void;
  stop(): void;
}

interface Options {
  readonly folder: string;
  readonly port: number;
  readonly serial: string;
  readonly random: () => number;
}

const KEEP_ALIVE_SEC = 300;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const CONNECTS_WITHIN_MS = 60_000;

export async function createTicketDevice({ folder, port, serial, random }: Options): Promise<TicketDevice> {
  const { keyPem, certificatePem, caPem } = await readIdentity(folder, serial);
  // Parsed once, because a thousand devices that parse their keys in the same instant would block this process.
  const secureContext = createSecureContext({ key: keyPem, cert: certificatePem, ca: caPem });
  let session: Buffer | undefined;
  let socket: TLSSocket | null = null;
  let [isAccepted, isStopped] = [false, false];
  let [tries, pauseMs] = [0, FIRST_PAUSE_MS];

  const open = (): void => {
    if (isStopped) return;
    tries += 1;
    const opened = connect({
      ...{ host: '127.0.0.1', port, secureContext },
      ...(session === undefined ? {} : { session }),
    });
    socket = opened;
    opened.on('session', (ticket: Buffer) => {
      session = ticket;
    });
    // An error is always followed by a close.
    opened.on('error', () => {});
    opened.once('data', (answer: Buffer) => {
      isAccepted = answer[3] === 0;
      if (isAccepted) pauseMs = FIRST_PAUSE_MS;
    });
    opened.once('close', () => {
      isAccepted = false;
      setTimeout(open, pauseMs * (1 + random() / 2));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
    opened.write(connectPacket(serial, KEEP_ALIVE_SEC));
  };

  open();
  return {
    isConnected: () => isAccepted,
    connected: async () => {
      if (!(await holdsWithin(CONNECTS_WITHIN_MS, () => isAccepted))) throw new Error(`${serial} did not connect`);
    },
    tries: () => tries,
    cut: () => {
      isAccepted = false;
      tries = 0;
      socket?.destroy();
    },
    stop: () => {
      isStopped = true;
      socket?.destroy();
    },
  };
}
