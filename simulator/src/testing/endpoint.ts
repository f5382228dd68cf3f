import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { parsePublishTopic } from '@trace/contract/device-protocol/topics';

/** An arrived packet, with its message if the JSON is readable. */
export interface Arrived {
  readonly packet: IPublishPacket;
  readonly kind: string;
  readonly body: Record<string, unknown> | null;
}

/** The smallest MQTT server that a tracker can talk to. Records all input, and the test sets the answers. */
export interface Endpoint {
  readonly network: { host: string; port: number };
  readonly connects: IConnectPacket[];
  readonly packets: Packet[];
  readonly arrived: Arrived[];
  readonly handshakes: Buffer[];
  /** False holds back every PUBACK. */
  isAcknowledging: boolean;
  isAnsweringPings: boolean;
  /** The return code for a CONNECT. 0 accepts. */
  connectCode: number;
  /** Sends a command to the newest connection of that serial. */
  command(serial: string, message: object, messageId?: number): void;
  /** Ends all connections without a word. */
  cutAll(): void;
  open(): number;
  /** Waits until the condition is true. On timeout, fails with the name of the condition. */
  until(what: string, isTrue: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Long, because a busy machine is no reason to fail. */
const PATIENCE_MS = 20_000;

export async function openEndpoint(): Promise<Endpoint> {
  const sockets = new Map<string, Socket>();
  const all = new Set<Socket>();

  const answer = (socket: Socket, packet: Packet): void => {
    endpoint.packets.push(packet);
    if (packet.cmd === 'connect') {
      endpoint.connects.push(packet);
      sockets.set(packet.clientId, socket);
      socket.write(mqtt.generate({ cmd: 'connack', returnCode: endpoint.connectCode, sessionPresent: false }));
    } else if (packet.cmd === 'subscribe') {
      socket.write(mqtt.generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] }));
    } else if (packet.cmd === 'publish') {
      endpoint.arrived.push(arrivedFrom(packet));
      if (endpoint.isAcknowledging) socket.write(mqtt.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
    } else if (packet.cmd === 'pingreq' && endpoint.isAnsweringPings) {
      socket.write(mqtt.generate({ cmd: 'pingresp' }));
    }
  };

  const server = createServer((socket) => {
    const parser = mqtt.parser({ protocolVersion: 4 });
    let isFirst = true;
    all.add(socket);
    parser.on('packet', (packet) => answer(socket, packet));
    socket.on('data', (bytes) => {
      if (isFirst) endpoint.handshakes.push(bytes);
      isFirst = false;
      parser.parse(bytes);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => all.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));

  const endpoint: Endpoint = {
    network: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    connects: [],
    packets: [],
    arrived: [],
    handshakes: [],
    isAcknowledging: true,
    isAnsweringPings: true,
    connectCode: 0,
    command(serial, message, messageId = 77) {
      const payload = JSON.stringify(message);
      const topic = `cmd/trace/${serial}/req`;
      const packet: Packet = { cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false };
      sockets.get(serial)?.write(mqtt.generate(packet));
    },
    cutAll() {
      for (const socket of all) socket.destroy();
    },
    open: () => all.size,
    until: async (what, isTrue) => {
      const deadlineMs = performance.now() + PATIENCE_MS;
      while (!isTrue()) {
        if (performance.now() > deadlineMs) throw new Error(`Waited in vain until ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of all) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return endpoint;
}

function arrivedFrom(packet: IPublishPacket): Arrived {
  return { packet, kind: parsePublishTopic(packet.topic)?.kind ?? 'foreign', body: readBody(packet.payload) };
}

function readBody(payload: string | Buffer): Arrived['body'] {
  try {
    return JSON.parse(payload.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
