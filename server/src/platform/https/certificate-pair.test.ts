import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '#testing/stand-ins/push-service';
import { readCertificatePair } from './certificate-pair.ts';

const HOST = 'trace.example.com';
const DAY_MS = 86_400_000;
let directory: string;
let good: Awaited<ReturnType<typeof selfSigned>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-pair-'));
  good = await selfSigned(HOST);
});
afterAll(() => rm(directory, { recursive: true }));

/** Reads a pair with this content, by default a good one. */
async function read({ certificate = good.certificate, key = good.key, host = HOST, now = new Date() } = {}) {
  const [certificateFile, keyFile] = [join(directory, `${randomBytes(4).toString('hex')}.pem`), join(directory, 'key')];
  await writeFile(certificateFile, certificate);
  await writeFile(keyFile, key);
  return readCertificatePair({ certificateFile, keyFile }, host, now);
}

const folded = (text: string): string => text.replaceAll(directory, 'DIR').replaceAll(/DIR\/\w{8}\.pem/g, 'CERT');
const complaintOf = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => 'accepted',
    (error: Error) => folded(error.message),
  );

test('reads a pair that fits with the end of its certificate [SCALE-04]', async () => {
  const pair = await read();
  expect(pair.certificatePem).toBe(good.certificate);
  expect(pair.expiresAt.getTime() - Date.now()).toBeGreaterThan(DAY_MS / 2);
});

test('refuses files that cannot serve with a sentence that names the setting [SCALE-04]', async () => {
  const other = await selfSigned(HOST);
  const ended = await selfSigned(HOST, new Date(Date.now() - DAY_MS));
  const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const missing = { certificateFile: join(directory, 'none'), keyFile: join(directory, 'none') };
  expect(await complaintOf(readCertificatePair(missing, HOST, new Date()))).toBe(
    'TLS_CERT: the file DIR/none does not exist.',
  );
  expect(await complaintOf(read({ certificate: good.key }))).toBe(
    'TLS_CERT: the file CERT holds no certificate in PEM form.',
  );
  expect(await complaintOf(read({ key: good.certificate }))).toBe(
    'TLS_KEY: the file DIR/key holds no private key in PEM form.',
  );
  expect(await complaintOf(read({ key: '-----BEGIN ENCRYPTED PRIVATE KEY-----\n' }))).toBe(
    'TLS_KEY: the key in DIR/key has a passphrase. Store it without one.',
  );
  expect(await complaintOf(read({ key: other.key }))).toBe(
    'TLS_KEY: the key in DIR/key does not belong to the certificate in CERT.',
  );
  expect(await complaintOf(read(ended))).toBe(`TLS_CERT: the certificate in CERT ended on ${day}. Renew it.`);
  expect(await complaintOf(read({ now: new Date(Date.now() - DAY_MS) }))).toMatch(/is valid only from .* Check the/);
  expect(await complaintOf(read({ host: 'other.example.com' }))).toBe(
    'TLS_CERT: the certificate in CERT is for trace.example.com, not for other.example.com of PUBLIC_URL.',
  );
  expect(await complaintOf(read({ host: '127.0.0.1' }))).toContain('not for 127.0.0.1');
});

test('refuses a folder as a file [SCALE-04]', async () => {
  await chmod(directory, 0o700);
  expect(
    await complaintOf(readCertificatePair({ certificateFile: directory, keyFile: directory }, HOST, new Date())),
  ).toBe('TLS_CERT: the file DIR is a folder.');
});
