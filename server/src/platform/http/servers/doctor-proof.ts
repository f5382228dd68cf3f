// `npm run doctor` and a running server prove to each other that both have the same secret key. The nonce makes each
// answer fresh, so that no cache and no other server can give the answer.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Secrets } from '#platform/secrets/secrets';

export const DOCTOR_PATH = '/healthz/doctor';
export const DOCTOR_HEADER = 'x-trace-doctor';

export interface DoctorAnswer {
  readonly proof: string;
  /** The caller's address as sign-in limits and logs use it. */
  readonly address: string;
  /** The header X-Forwarded-For as it arrived, or null. */
  readonly forwardedFor: string | null;
  /** Null: unlimited or unknown. */
  readonly openFileLimit: number | null;
}

export type DoctorKey = Uint8Array;

export const doctorKey = (secrets: Pick<Secrets, 'deriveKey'>): DoctorKey => secrets.deriveKey('doctor');

/** The value of the header, and the proof that the answer must have. */
export function newQuestion(key: DoctorKey): { header: string; proof: string } {
  const nonce = randomBytes(18).toString('base64url');
  return { header: `${nonce}.${sign(key, 'question', nonce)}`, proof: sign(key, 'answer', nonce) };
}

/** Returns the proof if the holder of the key asks, else null. */
export function proofFor(key: DoctorKey, header: string | string[] | undefined): string | null {
  const [, nonce, given] = /^([\w-]{24})\.([\w-]{43})$/.exec(String(header)) ?? [];
  if (nonce === undefined || given === undefined) return null;
  const isKnown = timingSafeEqual(Buffer.from(given), Buffer.from(sign(key, 'question', nonce)));
  return isKnown ? sign(key, 'answer', nonce) : null;
}

const sign = (key: DoctorKey, purpose: string, nonce: string): string =>
  createHmac('sha256', key).update(`${purpose}:${nonce}`).digest('base64url');
