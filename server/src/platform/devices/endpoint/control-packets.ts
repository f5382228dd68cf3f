// The rare packets, read and written by the library: CONNECT, SUBSCRIBE and their answers.
import mqttPacket from 'mqtt-packet';
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet';

import type { CommandMessage } from '@trace/contract/device-protocol/commands';

export type ControlPacket = IConnectPacket | ISubscribePacket | IUnsubscribePacket;

const PROTOCOL = { protocolVersion: 4 } as const;

export const PINGRESP = Buffer.from([0xd0, 0]);

/** CONNACK return codes of MQTT 3.1.1, section 3.2.2.3. */
export const connackCode = {
  accepted: 0,
  protocolRefused: 1,
  identifierRejected: 2,
  unavailable: 3,
  notAuthorized: 5,
} as const;

export type ConnackCode = (typeof connackCode)[keyof typeof connackCode];

/** Reads one complete CONNECT, SUBSCRIBE or UNSUBSCRIBE, or returns null when the packet is broken. */
export function readControlPacket(bytes: Buffer): ControlPacket | null {
  let read: unknown = null;
  const parser = mqttPacket.parser(PROTOCOL);
  parser.on('packet', (packet) => {
    read = packet;
  });
  // The library reports and throws; either way there is no packet.
  parser.on('error', () => {});
  try {
    parser.parse(bytes);
  } catch {
    return null;
  }
  return read as ControlPacket | null;
}

export function connack(returnCode: ConnackCode, sessionPresent = false): Buffer {
  return mqttPacket.generate({ cmd: 'connack', returnCode, sessionPresent }, PROTOCOL);
}

/** @param granted per filter: 0, 1 or 128 (refused) */
export function suback(messageId: number, granted: number[]): Buffer {
  return mqttPacket.generate({ cmd: 'suback', messageId, granted }, PROTOCOL);
}

export function unsuback(messageId: number): Buffer {
  // The library's type asks for the reason codes that only MQTT 5 has.
  return mqttPacket.generate({ cmd: 'unsuback', messageId, granted: [] }, PROTOCOL);
}

/** QoS 0. */
export function plainPublish(topic: string, message: object): Buffer {
  const payload = JSON.stringify(message);
  return mqttPacket.generate({ cmd: 'publish', topic, qos: 0, dup: false, retain: false, payload }, PROTOCOL);
}

export function commandPublish(topic: string, messageId: number, command: CommandMessage, dup: boolean): Buffer {
  const payload = JSON.stringify(command);
  return mqttPacket.generate({ cmd: 'publish', topic, messageId, qos: 1, dup, retain: false, payload }, PROTOCOL);
}
