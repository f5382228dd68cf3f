// PUBLISH and PUBACK, the two packets of the hot path, are read and written without the library's parser: the parser
// takes 1.6 µs a packet, more than decoding the JSON.
import { packetType } from './frames.ts';
import type { Frame } from './frames.ts';

export interface PublishPacket {
  readonly topic: string;
  /** 0 with QoS 0. */
  readonly packetId: number;
  readonly qos: number;
  readonly retain: boolean;
  /** A view into the received bytes: copy the view to keep the payload. */
  readonly payload: Buffer;
}

const DUP = 8;

/** Reads a PUBLISH, or returns null when its parts exceed the packet. */
export function readPublish(bytes: Buffer, frame: Frame): PublishPacket | null {
  const qos = (frame.flags >> 1) & 3;
  const topicStart = frame.bodyStart + 2;
  const isRepeatOfQos0 = qos === 0 && (frame.flags & DUP) !== 0;
  if (topicStart > frame.end || isRepeatOfQos0) return null;
  const topicEnd = topicStart + bytes.readUInt16BE(frame.bodyStart);
  const payloadStart = qos === 0 ? topicEnd : topicEnd + 2;
  if (payloadStart > frame.end) return null;
  const packetId = qos === 0 ? 0 : bytes.readUInt16BE(topicEnd);
  if (qos !== 0 && packetId === 0) return null;
  return {
    // Own topics are ASCII, so a topic with other bytes matches none.
    topic: bytes.toString('latin1', topicStart, topicEnd),
    packetId,
    qos,
    retain: (frame.flags & 1) === 1,
    payload: bytes.subarray(payloadStart, frame.end),
  };
}

/** Returns the packet id of a PUBACK, or null for a malformed packet. */
export function readPuback(bytes: Buffer, frame: Frame): number | null {
  if (frame.flags !== 0 || frame.end - frame.bodyStart !== 2) return null;
  return bytes.readUInt16BE(frame.bodyStart);
}

/** PUBACKs of all these ids in one buffer. */
export function writePubacks(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packetIds.length * 4);
  let position = 0;
  for (const packetId of packetIds) {
    bytes[position] = packetType.puback << 4;
    bytes[position + 1] = 2;
    bytes[position + 2] = packetId >> 8;
    bytes[position + 3] = packetId & 255;
    position += 4;
  }
  return bytes;
}
