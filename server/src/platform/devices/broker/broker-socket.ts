// Opens the socket to the broker, and cuts its bytes into packets.
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';

import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';

import { StartProblem } from '#platform/refusal/start-problem';

import type { BrokerSettings } from './broker-settings.ts';
import { failedSocket, passing } from './broker-reasons.rules.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';

/** A certificate of Trace's own authority, for a broker that trusts it. */
export interface OwnIdentity {
  readonly caPem: string;
  clientCertificate(): Promise<{ keyPem: string; certificatePem: string }>;
}

export interface BrokerSocket {
  send(packet: Packet): void;
  write(bytes: Buffer): void;
  /** Ends the connection without a word. `onEnd` is not called. */
  destroy(): void;
  /** Sends what is left and ends. */
  end(): void;
}

export type OpenSocket = (events: {
  onOpen: () => void;
  onPacket: (packet: Packet) => void;
  /** Called once, unless `destroy` or `end` came first. */
  onEnd: (problem: BrokerProblem) => void;
}) => BrokerSocket;

const VERSION = { protocolVersion: 5 } as const;

export interface SocketOpener {
  readonly open: OpenSocket;
  /** Reads the files again, and makes a fresh certificate. For connections from now on. */
  renew(): Promise<void>;
}

/** @throws StartProblem that names the setting of a file that cannot be read */
export async function createSocketOpener(settings: BrokerSettings, own: OwnIdentity): Promise<SocketOpener> {
  const { host, port } = settings;
  let secure = settings.isTls ? await secureOptions(settings, own) : null;
  const open: OpenSocket = ({ onOpen, onPacket, onEnd }) => {
    const socket: Socket =
      secure === null
        ? connectTcp({ host, port, noDelay: true }, onOpen)
        : connectTls({ host, port, ...secure, ...(isIP(host) === 0 ? { servername: host } : {}) }, onOpen);
    socket.setNoDelay(true);
    let isOver = false;
    const endWith = (problem: BrokerProblem): void => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      onEnd(problem);
    };
    const parser = mqtt.parser(VERSION);
    parser.on('packet', (packet) => {
      if (!isOver) onPacket(packet);
    });
    parser.on('error', () => endWith(passing('the broker sent a packet that cannot be read')));
    socket.on('data', (bytes) => void parser.parse(bytes));
    socket.on('error', (error) => endWith(failedSocket(error)));
    socket.on('close', () => endWith(passing('the broker closed the connection')));
    return {
      send: (packet) => void socket.write(mqtt.generate(packet, VERSION)),
      write: (bytes) => void socket.write(bytes),
      destroy: () => {
        isOver = true;
        socket.destroy();
      },
      end: () => {
        isOver = true;
        socket.end(() => socket.destroy());
      },
    };
  };
  return {
    open,
    renew: async () => {
      if (secure !== null) secure = await secureOptions(settings, own);
    },
  };
}

async function secureOptions(settings: BrokerSettings, own: OwnIdentity): Promise<ConnectionOptions> {
  const { certificate, caFile, user } = settings;
  const ca = caFile === null ? [...rootCertificates, own.caPem] : [await readPem('MQTT_CA', caFile), own.caPem];
  if (certificate !== null) {
    const cert = await readPem('MQTT_CERT', certificate.file);
    return { ca, cert, key: await readPem('MQTT_KEY', certificate.keyFile), minVersion: 'TLSv1.2' };
  }
  if (user !== null) return { ca, minVersion: 'TLSv1.2' };
  const { keyPem, certificatePem } = await own.clientCertificate();
  return { ca, cert: certificatePem, key: keyPem, minVersion: 'TLSv1.2' };
}

async function readPem(name: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartProblem(`${name}: the file ${file} cannot be read.`, { cause: error });
  });
  if (!text.includes('-----BEGIN ')) throw new StartProblem(`${name}: the file ${file} is not in PEM format.`);
  return text;
}
