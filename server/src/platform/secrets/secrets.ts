// Encrypts values that must not be readable in the database or in a backup, and derives keys for single purposes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export { findSecretKey, loadSecretKey } from './secret-key.ts';

/** The value was sealed with a key that this server does not have. */
export class UnknownKeyError extends Error {}

export interface Secrets {
  /**
   * AES-256-GCM with a random nonce. `context` names the kind and the owner, such as 'device-key:<id>': a sealed value
   * that is moved elsewhere does not open there.
   * @returns text: `s1.<key id>.<base64url of nonce, ciphertext, tag>`
   */
  seal(plain: string | Uint8Array, context: string): string;
  /** Opens sealed text. Throws when the text was changed, or was sealed with another context or an unknown key. */
  open(sealed: string, context: string): string;
  /** The same for bytes. */
  openBytes(sealed: string, context: string): Uint8Array;
  /** A key of 32 bytes for one purpose, such as 'session-cookie'. The key is the same at every start. */
  deriveKey(purpose: string): Uint8Array;
}

const VERSION = 's1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

interface SealingKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** @param olderKeys open values that were sealed before the key changed, and seal no value */
export function createSecrets(key: Uint8Array, olderKeys: readonly Uint8Array[] = []): Secrets {
  const current = sealingKey(key);
  const known = new Map([current, ...olderKeys.map(sealingKey)].map(({ id, bytes }) => [id, bytes]));

  const openBytes = (sealed: string, context: string): Uint8Array => {
    const [version, id = '', body = ''] = sealed.split('.');
    const bytes = known.get(id);
    if (version !== VERSION || bytes === undefined) throw new UnknownKeyError('sealed with an unknown key');
    return decrypt(Buffer.from(body, 'base64url'), bytes, context);
  };

  return {
    seal: (plain, context) =>
      `${VERSION}.${current.id}.${encrypt(plain, current.bytes, context).toString('base64url')}`,
    open: (sealed, context) => Buffer.from(openBytes(sealed, context)).toString('utf8'),
    openBytes,
    deriveKey: (purpose) => derive(key, `purpose:${purpose}`, KEY_BYTES),
  };
}

function sealingKey(key: Uint8Array): SealingKey {
  if (key.length < KEY_BYTES) throw new Error(`a secret key has at least ${KEY_BYTES} bytes`);
  return { id: Buffer.from(derive(key, 'key-id', 6)).toString('base64url'), bytes: derive(key, 'seal', KEY_BYTES) };
}

function derive(key: Uint8Array, info: string, lengthBytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `trace:${info}`, lengthBytes));
}

function encrypt(plain: string | Uint8Array, key: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const body = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

function decrypt(sealed: Buffer, key: Uint8Array, context: string): Uint8Array {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('too short to be sealed');
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new Error('the sealed value was changed or belongs elsewhere', { cause: error });
  }
}
