// Decides whether to accept a CONNECT, as far as possible without the database.
import type { IConnectPacket } from 'mqtt-packet';

import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { statusMessage } from '@trace/contract/device-protocol/messages';
import type { StatusMessage } from '@trace/contract/device-protocol/messages';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { serialSchema } from '@trace/contract/kernel/serial.schema';

import { connackCode } from './control-packets.ts';
import type { ConnackCode } from './control-packets.ts';

/** The proven identity of the device: from its certificate, or none on the development listener. */
export interface PeerIdentity {
  readonly serial: string;
  readonly fingerprint: string;
  /** The end of the certificate. */
  readonly validToMs: number;
}

export type ConnectDecision =
  | {
      readonly accepted: true;
      readonly serial: string;
      readonly keepAliveMs: number;
      readonly isClean: boolean;
      readonly will: StatusMessage | null;
    }
  | { readonly accepted: false; readonly code: ConnackCode; readonly reason: string };

/** @param identity null only on the development listener, where the client id is believed */
export function decideConnect(packet: IConnectPacket, identity: PeerIdentity | null): ConnectDecision {
  if (packet.protocolId !== 'MQTT' || packet.protocolVersion !== 4)
    return refused(connackCode.protocolRefused, 'only MQTT 3.1.1');
  const serial = serialSchema.safeParse(packet.clientId);
  if (!serial.success) return refused(connackCode.identifierRejected, 'the client id is no serial');
  if (identity !== null && identity.serial !== serial.data) {
    return refused(connackCode.notAuthorized, 'the client id is not the one of the certificate');
  }
  const will = readWill(packet.will, serial.data);
  if (will === 'refused') return refused(connackCode.notAuthorized, 'the will is not allowed');
  const isClean = packet.clean !== false;
  return { accepted: true, serial: serial.data, keepAliveMs: keepAliveMs(packet.keepalive), isClean, will };
}

/**
 * 0 means 'no keep-alive' in MQTT. Here it becomes the longest interval, because a silent half-open connection must be
 * noticed.
 */
function keepAliveMs(askedSec: number | undefined): number {
  const { keepAliveMinSec, keepAliveMaxSec } = deviceProtocol;
  if (askedSec === undefined || askedSec === 0) return keepAliveMaxSec * 1_000;
  return Math.min(Math.max(askedSec, keepAliveMinSec), keepAliveMaxSec) * 1_000;
}

/** A will is a status message on the device's own status topic, QoS at most 1, not retained. */
function readWill(will: IConnectPacket['will'], serial: string): StatusMessage | null | 'refused' {
  if (will === undefined) return null;
  const isAllowed = will.topic === telemetryTopic(serial, 'status') && will.qos !== 2 && will.retain !== true;
  if (!isAllowed || will.payload.length > deviceProtocol.maxPayloadBytes) return 'refused';
  const parsed = statusMessage.safeParse(parseJson(will.payload.toString()));
  return parsed.success ? parsed.data : 'refused';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is left to the schema, which refuses it as a status message.
    return undefined;
  }
}

function refused(code: ConnackCode, reason: string): ConnectDecision {
  return { accepted: false, code, reason };
}
