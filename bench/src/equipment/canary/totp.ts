// The codes of an authenticator app (RFC 6238): SHA-1, 6 digits, 30 seconds.
import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SEC = 30;

/** @param key as the portal shows it, in base32 */
export function totpCode(key: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1_000 / STEP_SEC)));
  const hash = createHmac('sha1', bytesOf(key)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function bytesOf(key: string): Buffer {
  const bits = Array.from(key.replaceAll(/[\s=]/g, '').toUpperCase())
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
