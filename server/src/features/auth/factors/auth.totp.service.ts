import { totpRules } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { Secret, TOTP } from 'otpauth';

const { digits, stepSec, drift, keyBytes } = totpRules;

/** The name that an authenticator app shows above the code. */
const ISSUER = 'Trace';
const CODE = new RegExp(String.raw`^\d{${digits}}$`);

/** Returns a new key for an authenticator app, in base32 as such apps expect. */
export function newTotpKey(): string {
  return new Secret({ size: keyBytes }).base32;
}

/** Returns the link that authenticator apps read from a QR code. */
export function totpUri(key: string, email: string): string {
  return authenticator(key, email).toString();
}

/** Returns the step (number of 30 s periods since 1970) around `now` that this code belongs to, or null. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  // The library throws on other characters of the same number.
  if (!CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = authenticator(key).validate({ token: code, timestamp, window: drift });
  return delta === null ? null : Math.floor(timestamp / 1_000 / stepSec) + delta;
}

/** RFC 6238 with HMAC-SHA-1, the only algorithm that all authenticator apps share. */
const authenticator = (key: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(key), algorithm: 'SHA1', digits, period: stepSec });
