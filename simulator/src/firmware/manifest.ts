import { createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { UpdateFailure } from '@trace/contract/device-protocol/updates';
import { manifestSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import type { Manifest, SignedManifest } from '@trace/contract/firmware/firmware.manifest.schema';

/** The public keys that the device trusts, by key id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

export interface OwnFirmware {
  readonly model: string;
  readonly chip: string | null;
  /** Null: the image from the factory has no number. Every release is newer. */
  readonly sequence: number | null;
}

export interface Refusal {
  readonly failure: UpdateFailure;
  readonly detail: string;
}

export function readTrustedKeys(pems: readonly string[]): TrustedKeys {
  return new Map(
    pems.map((pem) => {
      const key = createPublicKey(pem);
      return [keyIdOf(key), key];
    }),
  );
}

/** The first 16 hex digits of the SHA-256 of the key's SPKI bytes. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Checks an offer before a byte of its image is loaded. The signature comes first: unsigned text is never parsed. */
export function checkManifest(
  signed: SignedManifest,
  keys: TrustedKeys,
  own: OwnFirmware,
  nowMs: number,
): { readonly manifest: Manifest } | Refusal {
  if (!isSigned(signed, keys)) return { failure: 'bad_signature', detail: `no good signature of key ${signed.keyId}` };
  const manifest = parseManifest(signed.manifest);
  if (manifest === null) return { failure: 'other', detail: 'the manifest has an unknown form' };
  return refusalOf(manifest, own, nowMs) ?? { manifest };
}

function isSigned({ manifest, keyId, signature }: SignedManifest, keys: TrustedKeys): boolean {
  const key = keys.get(keyId);
  if (key?.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, Buffer.from(manifest), key, Buffer.from(signature, 'base64'));
}

function parseManifest(text: string): Manifest | null {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refusalOf(manifest: Manifest, own: OwnFirmware, nowMs: number): Refusal | null {
  const { model, chip, sequence, minSequence, notBefore, expires } = manifest;
  if (model !== own.model) return { failure: 'wrong_device', detail: `for model ${model}, not ${own.model}` };
  if (chip !== null && chip !== own.chip) return { failure: 'wrong_device', detail: `for chip ${chip}` };
  if (Date.parse(expires) <= nowMs) return { failure: 'expired', detail: `expired ${expires}` };
  if (Date.parse(notBefore) > nowMs) return { failure: 'other', detail: `not valid before ${notBefore}` };
  const ownSequence = own.sequence ?? 0;
  if (sequence <= ownSequence) return { failure: 'not_newer', detail: `${sequence} is not above ${ownSequence}` };
  if (minSequence > ownSequence) return { failure: 'other', detail: `needs sequence ${minSequence} first` };
  return null;
}
