// Encryption of DC-09: AES-CBC with an IV of zeros. The pad stands in front of the content.
import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto';

const BLOCK_BYTES = 16;
const KEY_BYTES = [16, 24, 32];
const HEX = /^[0-9A-F]+$/i;
/** Without the characters that end a pad. */
const PAD_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** `hex`: two hexadecimal digits are one byte. `text`: each character is one byte. */
export type KeyNotation = 'hex' | 'text';

/** Returns the notations in which a key has 16, 24 or 32 bytes. 32 hexadecimal digits have both. */
export function notationsOf(key: string): KeyNotation[] {
  const isHex = HEX.test(key) && KEY_BYTES.includes(key.length / 2);
  const isText = /^[\x21-\x7e]+$/.test(key) && KEY_BYTES.includes(key.length);
  return [...(isHex ? (['hex'] as const) : []), ...(isText ? (['text'] as const) : [])];
}

export const keyBytes = (key: string, notation: KeyNotation): Buffer =>
  Buffer.from(key, notation === 'hex' ? 'hex' : 'latin1');

/** Returns the content without its pad, or null when the text is no content of this key. */
export function decrypt(hexText: string, key: Buffer): string | null {
  if (!HEX.test(hexText) || hexText.length % (BLOCK_BYTES * 2) !== 0) return null;
  const decipher = createDecipheriv(cipherOf(key), key, Buffer.alloc(BLOCK_BYTES)).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(hexText, 'hex'), decipher.final()]).toString('latin1');
  // Content without data may lack the separator, so the bracket ends the pad too.
  const end = plain.search(/[|\]]/);
  if (end === -1) return null;
  return plain[end] === '|' ? plain.slice(end + 1) : plain.slice(end);
}

/** `content`: from `|` or `]` to the end. */
export function encrypt(content: string, key: Buffer): string {
  const missing = BLOCK_BYTES - (content.length % BLOCK_BYTES);
  const pad = Array.from({ length: missing }, () => PAD_CHARACTERS[randomInt(PAD_CHARACTERS.length)]).join('');
  const cipher = createCipheriv(cipherOf(key), key, Buffer.alloc(BLOCK_BYTES)).setAutoPadding(false);
  return Buffer.concat([cipher.update(pad + content, 'latin1'), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

const cipherOf = (key: Buffer): string => `aes-${key.length * 8}-cbc`;
