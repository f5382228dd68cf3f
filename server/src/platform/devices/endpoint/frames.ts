// Finds the ends of MQTT packets. Limits are checked before any byte is stored.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

/** The longest own topic with its length, and the packet id. */
const PUBLISH_OVERHEAD_BYTES = 128;

export const MAX_BODY_BYTES = deviceProtocol.maxPayloadBytes + PUBLISH_OVERHEAD_BYTES;
export const MAX_CONNECT_BODY_BYTES = deviceProtocol.maxBytesBeforeConnect - 5;

export const packetType = {
  connect: 1,
  publish: 3,
  puback: 4,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

/** The packet that starts at `start`, or the reason for none. `too_big` is known as soon as the length is. */
export function frameAt(
  bytes: Buffer,
  start: number,
  maxBodyBytes: number,
): Frame | 'incomplete' | 'malformed' | 'too_big' {
  const first = bytes[start];
  if (first === undefined) return 'incomplete';
  let bodyBytes = 0;
  let scale = 1;
  let position = start + 1;
  for (;;) {
    const digit = bytes[position];
    if (digit === undefined) return 'incomplete';
    position += 1;
    bodyBytes += (digit & 127) * scale;
    if (digit < 128) break;
    scale *= 128;
    const isFourthDigit = position - start > 4;
    if (isFourthDigit) return 'malformed';
  }
  if (bodyBytes > maxBodyBytes) return 'too_big';
  const end = position + bodyBytes;
  if (end > bytes.length) return 'incomplete';
  return { type: first >> 4, flags: first & 15, start, bodyStart: position, end };
}
