// A broker of few words: accepts a connection, grants its subscriptions, sends what it is told, and keeps the packets.
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';

export interface FakeBroker {
  readonly port: number;
  /** All packets of all connections, in order. */
  readonly received: Packet[];
  /** How often a client connected. */
  connections(): number;
  /** To the connection that subscribed to this kind of topic, else to the newest. */
  send(packet: Packet): void;
  cut(): void;
  stop(): Promise<void>;
}

const VERSION = { protocolVersion: 5 } as const;

export async function startFakeBroker({ connackReason = 0 } = {}): Promise<FakeBroker> {
  const received: Packet[] = [];
  const sockets: Socket[] = [];
  const readers = new Map<string, Socket>();
  const server = createServer((socket) => {
    sockets.push(socket);
    const answer = (packet: Packet): void => void socket.write(mqtt.generate(packet, VERSION));
    const parser = mqtt.parser(VERSION);
    parser.on('packet', (packet) => {
      received.push(packet);
      if (packet.cmd === 'connect')
        answer({ cmd: 'connack', reasonCode: connackReason, sessionPresent: false, properties: {} });
      if (packet.cmd === 'publish' && packet.qos === 1)
        answer({ cmd: 'puback', messageId: packet.messageId!, reasonCode: 0 });
      if (packet.cmd === 'subscribe') {
        for (const { topic } of packet.subscriptions) readers.set(leafOf(topic), socket);
        answer({ cmd: 'suback', messageId: packet.messageId!, granted: packet.subscriptions.map(() => 1) });
      }
      if (packet.cmd === 'unsubscribe')
        answer({ cmd: 'unsuback', messageId: packet.messageId!, granted: packet.unsubscriptions.map(() => 0) });
    });
    socket.on('data', (bytes) => void parser.parse(bytes));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => sockets.length,
    send: (packet) => {
      const reader = packet.cmd === 'publish' ? readers.get(leafOf(packet.topic)) : undefined;
      (reader ?? sockets.at(-1))?.write(mqtt.generate(packet, VERSION));
    },
    cut: () => sockets.at(-1)?.destroy(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const leafOf = (topic: string): string => topic.split('/').at(-1)!;
