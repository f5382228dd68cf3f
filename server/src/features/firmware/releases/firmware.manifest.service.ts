// The text that the vendor signs, and its signature: Ed25519 over the exact bytes (decision 034).
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Manifest, SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';

const KEY_ID_DIGITS = 16;

/** JSON with sorted keys and no spaces, so that the same release always has the same bytes. */
export function manifestText(manifest: Manifest): string {
  return JSON.stringify(Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** @param publicKey SPKI, DER */
export const keyIdOf = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, KEY_ID_DIGITS);

export const publicKeyBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** Reads a key in PEM. Null: not a key, or not Ed25519, or a private key where a public key is expected. */
export function readKey(pem: string, kind: 'private' | 'public'): KeyObject | null {
  if (kind === 'public' && pem.includes('PRIVATE KEY')) return null;
  try {
    const key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    // Text that is no key.
    return null;
  }
}

export function signManifest(text: string, privateKey: KeyObject): SignatureFile {
  return {
    keyId: keyIdOf(publicKeyBytes(createPublicKey(privateKey))),
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

/** @param publicKey SPKI, DER */
export function isSignatureOf(text: string, signature: Uint8Array, publicKey: Buffer): boolean {
  return verify(null, Buffer.from(text), createPublicKey({ key: publicKey, format: 'der', type: 'spki' }), signature);
}
