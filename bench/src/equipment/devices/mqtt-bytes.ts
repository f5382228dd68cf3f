// MQTT 3.1.1 packets as bytes, cheap enough that the generator is never the bottleneck.
import { telemetryTopic } from '@trace/contract/device-protocol/topics';

/** A PUBLISH that is made once and whose counters are written over for each message. */
export interface PublishTemplate {
  readonly bytes: Buffer;
  /** Copies the packet with these counters into `into` at offset `at`. Returns the end offset. */
  write(into: Buffer, at: number, message: { packetId: number; seq: number; sentAtMs: number }): number;
}

/** Numbers of a fixed width in JSON: leading zeros are not allowed. */
export const FIRST_SEQ = 1_000_000;
const SEQ_DIGITS = 7;
const TIME_DIGITS = 13;
const TIME_PLACE = 1_000_000_000_000;
const PACKET_IDS = 65_535;

export function connectPacket(clientId: string, keepAliveSec: number): Buffer {
  const header = Buffer.concat([text('MQTT'), Buffer.from([4, 2, keepAliveSec >> 8, keepAliveSec & 255])]);
  return packet(0x10, Buffer.concat([header, text(clientId)]));
}

/** A position of 175 bytes, QoS 1, on the device's own topic. */
export function publishTemplate(serial: string, boot: number): PublishTemplate {
  const payload =
    `{"v":1,"boot":${boot},"seq":${FIRST_SEQ},"ts":${TIME_PLACE},"lat":-33.865143,"lng":151.209901,"speedMps":13.4,` +
    '"courseDeg":271.5,"altitudeM":31.2,"accuracyM":4.5,"satellites":9,"source":"interval"}';
  const body = Buffer.concat([text(telemetryTopic(serial, 'location')), Buffer.from([0, 0]), Buffer.from(payload)]);
  const bytes = packet(0x32, body);
  const idAt = bytes.length - payload.length - 2;
  const seqAt = bytes.indexOf(String(FIRST_SEQ));
  const timeAt = bytes.indexOf(String(TIME_PLACE));
  return {
    bytes,
    write: (into, at, { packetId, seq, sentAtMs }) => {
      bytes.copy(into, at);
      into.writeUInt16BE(packetId, at + idAt);
      writeDigits(into, at + seqAt, seq, SEQ_DIGITS);
      writeDigits(into, at + timeAt, sentAtMs, TIME_DIGITS);
      return at + bytes.length;
    },
  };
}

export const nextPacketId = (packetId: number): number => (packetId % PACKET_IDS) + 1;

function writeDigits(into: Buffer, at: number, value: number, digits: number): void {
  let rest = value;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    into[place] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

export function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

export function packet(firstByte: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([firstByte, ...length]), body]);
}
