import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';

/** Where the server listens. Without `tls` the connection is plain, as a development server allows on loopback. */
export interface Network {
  readonly host: string;
  readonly port: number;
  readonly tls?: {
    readonly keyPem: string;
    readonly certificatePem: string;
    readonly caPem: string;
  };
}

/** Far more than the server ever sends at once. A peer that exceeds this limit is no Trace server. */
const MAX_UNPARSED_BYTES = 64 * 1024;

/** Opens the socket: plain, or by TLS with the device's certificate and the server's name. */
export function open(network: Network, onOpen: () => void): Socket {
  const { host, port, tls } = network;
  if (tls === undefined) return connectTcp({ host, port, noDelay: true }, onOpen);
  const opened = connectTls(
    {
      host,
      port,
      key: tls.keyPem,
      cert: tls.certificatePem,
      ca: tls.caPem,
      minVersion: 'TLSv1.2',
      // An IP address is no name of a server.
      ...(isIP(host) === 0 && { servername: host }),
    },
    onOpen,
  );
  opened.setNoDelay(true);
  return opened;
}

/** Splits the bytes into packets. `onBroken` gets the reason when the bytes are no packets. */
export function readPackets(
  socket: Socket,
  onPacket: (packet: Packet) => void,
  onBroken: (reason: string) => void,
): void {
  const parser = mqtt.parser({ protocolVersion: 4 });
  parser.on('packet', onPacket);
  parser.on('error', (error: unknown) => onBroken(`not MQTT: ${describe(error)}`));
  socket.on('data', (bytes) => {
    const unparsedBytes = parser.parse(bytes);
    if (unparsedBytes > MAX_UNPARSED_BYTES) onBroken('packet too large');
  });
}

/** Describes a foreign error briefly: by its code if present. */
export const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};
