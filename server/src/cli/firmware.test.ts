import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import { signatureFileSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  isSignatureOf,
  manifestText,
  publicKeyBytes,
  readKey,
} from '#features/firmware/releases/firmware.manifest.service';
import { openConsole, type Console } from '#testing/console';

let operator: Console;
const place = (name: string): string => path.join(operator.directory, name);

beforeAll(async () => {
  operator = await openConsole('firmware');
});
afterAll(() => operator.close());

const manifest: Manifest = {
  ...{ schema: 1, model: 'gps-tracker', chip: 'esp32s3', version: '1.0.5', sequence: 7, minSequence: 0 },
  ...{ size: 2_048, sha256: 'ab'.repeat(32), md5: 'cd'.repeat(16), channel: 'stable', notesUrl: null },
  ...{ url: '/functions/v1/ota-firmware?release=x', notBefore: '2026-03-02T00:00:00.000Z' },
  expires: '2027-03-02T00:00:00.000Z',
};

test('makes a key, signs a manifest after showing it, and lists trusted keys until they are removed [FWM-01]', async () => {
  const made = await operator.runAlone('keygen', place('keys'));
  expect(made).toMatchObject({ code: 0, complaint: '' });
  const id = /key ([0-9a-f]{16})\./.exec(made.out)![1]!;
  expect((await stat(place('keys/firmware-private.pem'))).mode & 0o077).toBe(0);
  expect((await operator.run('keygen', place('keys'))).complaint).toContain('EEXIST');

  await writeFile(place('manifest.json'), manifestText(manifest));
  const signed = await operator.run('sign', place('manifest.json'), '--key', place('keys/firmware-private.pem'));
  for (const shown of ['gps-tracker (esp32s3)', '1.0.5', 'sequence 7', '2048 bytes', manifest.sha256, id])
    expect(signed.out).toContain(shown);
  const file = signatureFileSchema.parse(JSON.parse(await readFile(place('manifest.json.sig'), 'utf8')));
  const publicKey = publicKeyBytes(readKey(await readFile(place('keys/firmware-public.pem'), 'utf8'), 'public')!);
  expect(isSignatureOf(manifestText(manifest), Buffer.from(file.signature, 'base64'), publicKey)).toBe(true);
  expect(file.keyId).toBe(id);

  expect((await operator.run('keys')).out).toContain('No key is trusted yet');
  expect((await operator.run('trust', 'Build', place('keys/firmware-public.pem'))).out).toContain(id);
  expect((await operator.run('trust', 'Release', place('keys/firmware-public.pem'))).code).toBe(0);
  expect((await operator.run('keys')).out).toMatch(new RegExp(`^${id}  \\S+  Release\\n$`));
  expect((await operator.run('distrust', id)).code).toBe(0);
  expect(await operator.run('distrust', id)).toMatchObject({ code: 1, out: '' });
  expect((await operator.run('keys')).out).toContain('No key is trusted yet');
  expect(
    await operator.query(`select action, actor_id from audit_log where subject_type = 'firmware_key' order by id`),
  ).toEqual(['trustKey', 'trustKey', 'distrustKey'].map((verb) => ({ action: `firmware.${verb}`, actor_id: null })));
});

test('signs and trusts nothing but Ed25519 keys and manifests [FWM-01]', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await writeFile(place('rsa.pem'), rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(place('other.json'), '{"version":"1.0.5"}');
  const key = place('keys/firmware-private.pem');
  const refused = async (...args: string[]) => {
    const { code, complaint } = await operator.run(...args);
    expect(code).toBe(1);
    return complaint;
  };
  expect(await refused('sign', place('other.json'), '--key', key)).toContain('is not a manifest');
  expect(await refused('sign', place('manifest.json'), '--key', place('rsa.pem'))).toContain(
    'not an Ed25519 private key',
  );
  expect(await refused('sign', place('none.json'), '--key', key)).toContain('ENOENT');
  expect(await refused('trust', 'Private', key)).toContain('not an Ed25519 public key');
  expect(await refused('trust', ' ', place('keys/firmware-public.pem'))).toContain('The name must have');
  expect((await operator.run('sign', place('manifest.json'))).code).toBe(2);
});
