import { X509Certificate, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemClock } from '#platform/clock/clock';
import { createSecrets } from '#platform/secrets/secrets';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import { makeRequest } from '../testing/device-certificate.ts';
import { openAuthority } from './authority.ts';
import { createCertificates } from './certificates.ts';
import type { Certificates } from './certificates.ts';
import { signDirectory } from './sign-directory.ts';

let rig: TestDatabase;
let directory: string;
let certificates: Certificates;

beforeAll(async () => {
  rig = await testDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'trace-factory-'));
  const secrets = createSecrets(randomBytes(32));
  const authority = await openAuthority({ database: rig.database, secrets, clock: systemClock() });
  certificates = createCertificates({ database: rig.database, authority });
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await rig.drop();
});

test('a folder of requests is signed once, and a refused request does not stop the rest', async () => {
  const write = async (serial: string, text: string): Promise<void> =>
    writeFile(path.join(directory, `${serial}.csr.pem`), text);
  await write('Trace_0001', (await makeRequest('Trace_0001')).csrPem);
  await write('Trace_0002', 'nonsense');
  await write('Trace_0003', (await makeRequest('Trace_0009')).csrPem);
  await write('Trace_0004', (await makeRequest('Trace_0004')).csrPem);

  const report = await signDirectory({ certificates, directory });
  expect(report.signed).toEqual(['Trace_0001', 'Trace_0004']);
  expect(report.refused.map(({ serial }) => serial)).toEqual(['Trace_0002', 'Trace_0003']);
  expect((await readdir(directory)).filter((name) => name.endsWith('.crt.pem')).toSorted()).toEqual([
    'Trace_0001.crt.pem',
    'Trace_0004.crt.pem',
    'ca.crt.pem',
  ]);
  const ca = new X509Certificate(await readFile(path.join(directory, 'ca.crt.pem')));
  const device = new X509Certificate(await readFile(path.join(directory, 'Trace_0001.crt.pem')));
  expect(device.checkIssued(ca) && device.verify(ca.publicKey)).toBe(true);

  const again = await signDirectory({ certificates, directory });
  expect(again.signed).toEqual([]);
  expect(again.skipped).toEqual(['Trace_0001', 'Trace_0004']);
});

test('a certificate that was written in part is signed again', async () => {
  const folder = await mkdtemp(path.join(directory, 'run-'));
  const file = path.join(folder, 'Trace_0010.crt.pem');
  await writeFile(path.join(folder, 'Trace_0010.csr.pem'), (await makeRequest('Trace_0010')).csrPem);
  await signDirectory({ certificates, directory: folder });
  const complete = await readFile(file, 'utf8');
  await writeFile(file, complete.slice(0, 100));
  expect((await signDirectory({ certificates, directory: folder })).signed).toEqual(['Trace_0010']);
  expect(new X509Certificate(await readFile(file)).subject).toContain('CN=Trace_0010');
});
