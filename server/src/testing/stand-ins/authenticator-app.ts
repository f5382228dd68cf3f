// An authenticator app: makes the codes of RFC 6238 from the key that the portal shows.
import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that the app shows at this instant. */
export function codeAt(key: string, at: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / STEP_MS)));
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

function bytesOf(base32: string): Buffer {
  const bits = base32
    .split('')
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
