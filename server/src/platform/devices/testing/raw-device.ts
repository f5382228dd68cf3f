// A device made of bytes: sends exactly the bytes of the test, right or wrong.
import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import mqttPacket from 'mqtt-packet';
import type { IConnectPacket, Packet } from 'mqtt-packet';

import type { DeviceCertificate } from './device-certificate.ts';
import { until } from './until.ts';

export interface RawDevice {
  readonly socket: Socket;
  /** All packets from the gateway, in order. */
  readonly heard: Packet[];
  isClosed(): boolean;
  write(bytes: Buffer): void;
  send(packet: Packet): void;
  /** Sends CONNECT and returns the return code of CONNACK, or null when the gateway disconnected instead. */
  connect(connect: Partial<IConnectPacket> & { clientId: string }): Promise<number | null>;
  publish(
    topic: string,
    payload: string | Buffer,
    options?: { packetId?: number; qos?: 0 | 1 | 2; retain?: boolean },
  ): void;
  /** The ids of the PUBACKs so far. */
  acknowledged(): number[];
  close(): void;
}

export interface Way {
  readonly port: number;
  /** Left out on the plain listener. */
  readonly certificate?: DeviceCertificate;
  readonly caPem?: string;
}

export async function rawDevice({ port, certificate, caPem }: Way): Promise<RawDevice> {
  const socket =
    certificate === undefined
      ? connectPlain({ port, host: '127.0.0.1', noDelay: true })
      : connectTls({
          port,
          host: '127.0.0.1',
          servername: 'localhost',
          key: certificate.keyPem,
          cert: certificate.certificatePem,
          ...(caPem === undefined ? {} : { ca: caPem }),
        });
  const heard: Packet[] = [];
  let isClosed = false;
  const parser = mqttPacket.parser({ protocolVersion: 4 });
  parser.on('packet', (packet) => heard.push(packet));
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('close', () => {
    isClosed = true;
  });
  // A refused handshake or a cut shows as `isClosed`.
  socket.on('error', () => {});
  await until(() => isClosed || socket.readyState === 'open');

  const write = (bytes: Buffer): void => {
    if (!socket.destroyed) socket.write(bytes);
  };
  const send = (packet: Packet): void => write(mqttPacket.generate(packet, { protocolVersion: 4 }));
  const device: RawDevice = {
    socket,
    heard,
    isClosed: () => isClosed,
    write,
    send,
    connect: async (connect) => {
      send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60, ...connect });
      await until(() => isClosed || heard.some((packet) => packet.cmd === 'connack'));
      const answer = heard.find((packet) => packet.cmd === 'connack');
      return answer === undefined ? null : (answer.returnCode ?? null);
    },
    publish: (topic, payload, { packetId = 1, qos = 1, retain = false } = {}) =>
      send({ cmd: 'publish', topic, payload, qos, retain, dup: false, ...(qos === 0 ? {} : { messageId: packetId }) }),
    acknowledged: () => heard.filter((packet) => packet.cmd === 'puback').map((packet) => packet.messageId ?? 0),
    close: () => socket.destroy(),
  };
  return device;
}
