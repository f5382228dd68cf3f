import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { totpRules } from '@trace/contract/auth/factors/auth.second-factor.rules';

const { digits, stepSec, drift, keyBytes } = totpRules;

/** The name that an authenticator app shows above the code. */
const ISSUER = 'Trace';

/** A new key for an authenticator app, in the base32 that such apps take. */
export function newTotpKey(): string {
  return base32.encode(randomBytes(keyBytes), { padding: false });
}

/** The link that authenticator apps read from a QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(key: string, email: string): string {
  const label = `${ISSUER}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${ISSUER}&digits=${digits}&period=${stepSec}`;
}

/** The newest step around `now` that this code belongs to, or null. Takes equally long for every code. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1_000 / stepSec);
  let found: number | null = null;
  for (let step = current - drift; step <= current + drift; step++) {
    if (isSame(codeOfStep(key, step), code)) found = step;
  }
  return found;
}

/** RFC 6238 over RFC 4226 with HMAC-SHA-1. */
export function codeOfStep(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', base32.decode(key)).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
