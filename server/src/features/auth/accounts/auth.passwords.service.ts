import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** The cost of computing a hash. `memory` is in KiB. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second parameter set for argon2id: 19 MiB, two passes, a single lane. A hash takes about 30 ms of a core. */
const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Hashes a password to the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export type HashPassword = (password: string) => Promise<string>;

const SALT_BYTES = 16;
const TAG_BYTES = 32;

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export function createPasswordHash(cost: PasswordCost = passwordCost): HashPassword {
  const { memory, passes, parallelism } = cost;
  return async (password) => {
    const salt = randomBytes(SALT_BYTES);
    const work = { message: bytesOf(password), nonce: salt, tagLength: TAG_BYTES, memory, passes, parallelism };
    const tag = await derive('argon2id', work);
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain64(salt)}$${plain64(tag)}`;
  };
}

/** Returns true if the password matches the hash, also for hashes of another cost. Throws on a foreign format. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = form.exec(hash);
  if (parts === null) throw new Error('a stored password is not in the argon2id form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

/** Keyboards write the same letter in several forms. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

const plain64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
