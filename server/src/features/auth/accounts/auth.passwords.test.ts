import { expect, test } from 'vitest';
import { createPasswordHash, verifyPassword } from './auth.passwords.service.ts';

const hashPassword = createPasswordHash();

test('a password matches only its own hash, in any Unicode form of the letters', async () => {
  const hash = await hashPassword('Gr\u00fc\u00dfe-7 ');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword({ hash, password: 'Gru\u0308\u00dfe-7 ' })).toBe(true);
  for (const password of ['Gr\u00fc\u00dfe-7', 'gr\u00fc\u00dfe-7 ', '', hash]) {
    expect(await verifyPassword({ hash, password })).toBe(false);
  }
  expect(await hashPassword('Gr\u00fc\u00dfe-7 ')).not.toBe(hash);
});

test('a hash that was made at another cost still fits', async () => {
  // Of 'password' with the salt 'somesalt', from the test vectors of the reference implementation.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'Password' })).toBe(false);
});

test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA'])(
  'a stored hash in a foreign format (%s) throws and admits no user',
  async (hash) => {
    await expect(verifyPassword({ hash, password: 'x' })).rejects.toThrow('not in the argon2id form');
  },
);
