import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';

describe('sealing', () => {
  const key = randomBytes(32);
  const secrets = createSecrets(key);

  test('a sealed value opens to the same text or bytes, and never looks the same twice', () => {
    const bytes = randomBytes(100);
    expect(secrets.open(secrets.seal('grüße', 'a'), 'a')).toBe('grüße');
    expect(Buffer.from(secrets.openBytes(secrets.seal(bytes, 'a'), 'a'))).toEqual(bytes);
    expect(secrets.open(secrets.seal('', 'a'), 'a')).toBe('');
    expect(secrets.seal('same', 'a')).not.toBe(secrets.seal('same', 'a'));
  });

  test('refuses a sealed value with another context or a changed bit', () => {
    const sealed = secrets.seal('value', 'device:1');
    expect(() => secrets.open(sealed, 'device:2')).toThrow('belongs elsewhere');
    const [version, id, body = ''] = sealed.split('.');
    const raw = Buffer.from(body, 'base64url');
    for (const index of raw.keys()) {
      const changed = Buffer.from(raw);
      changed[index] = changed[index]! ^ 1;
      expect(() => secrets.open(`${version}.${id}.${changed.toString('base64url')}`, 'device:1')).toThrow(
        'belongs elsewhere',
      );
    }
    for (const broken of ['', 'x', `${version}.${id}.`, `s0.${id}.${body}`]) {
      expect(() => secrets.open(broken, 'device:1')).toThrow(/sealed/);
    }
  });

  test('after a change of the key, old values open only with the older key', () => {
    const sealed = secrets.seal('value', 'a');
    const newKey = randomBytes(32);
    expect(createSecrets(newKey, [key]).open(sealed, 'a')).toBe('value');
    expect(() => createSecrets(newKey).open(sealed, 'a')).toThrow('unknown key');
  });

  test('keys for purposes are stable, differ from each other, and depend on the key', () => {
    const again = createSecrets(key);
    expect(again.deriveKey('cookie')).toEqual(secrets.deriveKey('cookie'));
    expect(secrets.deriveKey('cookie')).toHaveLength(32);
    expect(secrets.deriveKey('cookie')).not.toEqual(secrets.deriveKey('link'));
    expect(createSecrets(randomBytes(32)).deriveKey('cookie')).not.toEqual(secrets.deriveKey('cookie'));
  });
});

describe('the key', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'trace-secrets-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('is generated at the first start, readable only by its owner, and kept', async () => {
    const data = path.join(directory, 'data');
    const keys = await Promise.all([1, 2, 3].map(() => loadSecretKey({ directory: data })));
    const later = await loadSecretKey({ directory: data });
    for (const key of keys) expect(key).toEqual(later);
    expect((await stat(path.join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(data)).toEqual(['secret.key']);
  });

  test('is read from the configuration when present, and no file is written', async () => {
    const configured = randomBytes(48);
    const key = await loadSecretKey({ configured: configured.toString('base64'), directory });
    expect(Buffer.from(key)).toEqual(configured);
    expect(await readdir(directory)).toEqual([]);
  });

  test('is not made beside a database elsewhere, where a lost folder would lose all that is sealed [SCALE-02]', async () => {
    const source = { directory, isDatabaseElsewhere: true };
    await expect(loadSecretKey(source)).rejects.toThrow(/neither TRACE_SECRET_KEY nor .*secret\.key exists/);
    expect(await readdir(directory)).toEqual([]);
    const made = await loadSecretKey({ directory });
    expect(await loadSecretKey(source)).toEqual(made);
  });

  test('is not made beside an existing database, whose values it could not open', async () => {
    await mkdir(path.join(directory, 'database/data'), { recursive: true });
    await expect(loadSecretKey({ directory })).rejects.toThrow(/Put back the secret\.key/);
    expect(await readdir(directory)).toEqual(['database']);
  });

  test.each([
    ['empty', ''],
    ['too short', randomBytes(31).toString('base64')],
    ['not base64', 'ä'.repeat(60)],
    ['one letter repeated', 'A'.repeat(64)],
    ['a few bytes repeated', Buffer.from('0123456789abcdef0123456789abcdef', 'hex').toString('base64').repeat(3)],
    ['a placeholder', 'changemechangemechangemechangemechangemechangeme'],
    ['a sentence in base64', Buffer.from('the quick brown fox jumps over 13 lazy dogs').toString('base64')],
  ])('is refused when it is %s', async (_, configured) => {
    await expect(loadSecretKey({ configured, directory })).rejects.toThrow('The secret key');
  });

  test('a damaged file is refused instead of replaced, because a new key would open no stored value', async () => {
    const file = path.join(directory, 'secret.key');
    await writeFile(file, 'half');
    await expect(loadSecretKey({ directory })).rejects.toThrow('cannot be used');
    expect(await readFile(file, 'utf8')).toBe('half');
  });
});
