import { createHash, randomBytes, randomInt } from 'node:crypto';
import { PHONE_SERIAL_PREFIX } from '@trace/contract/kernel/serial';

/** 192 bits: nobody guesses them, and the QR code stays easy to scan. */
const SECRET_BYTES = 24;
const SECRET_SHAPE = /^[A-Za-z0-9_-]{32}$/;
/** Letters and digits that are hard to confuse: no 0, 1, I, L, O, U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SERIAL_LENGTH = 8;

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Text of another shape is no secret, and needs no query. */
export const isSecret = (text: string): boolean => SECRET_SHAPE.test(text);

/** A random secret needs no slow hash. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(`phone ${secret}`).digest();

export const newPhoneSerial = (): string =>
  PHONE_SERIAL_PREFIX + Array.from({ length: SERIAL_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
