import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { randomBytes } from 'node:crypto';

import { X509Crl } from '@peculiar/x509';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { serialSchema } from '@trace/contract/kernel/serial.schema';
import { DAY_MS } from '@trace/contract/kernel/time';

import { systemClock } from '#platform/clock/clock';
import { createSecrets } from '#platform/secrets/secrets';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import { makeRequest } from '../testing/device-certificate.ts';
import { openAuthority } from './authority.ts';
import type { Authority } from './authority.ts';
import { createCertificates } from './certificates.ts';

const secrets = createSecrets(randomBytes(32));
let rig: TestDatabase;
let authority: Authority;

beforeAll(async () => {
  rig = await testDatabase();
  authority = await openAuthority({ database: rig.database, secrets, clock: systemClock() });
});

afterAll(() => rig.drop());

test('processes that start at once share one authority', async () => {
  const options = { database: rig.database, secrets, clock: systemClock() };
  const others = await Promise.all([openAuthority(options), openAuthority(options), openAuthority(options)]);
  expect(new Set([authority, ...others].map(({ caPem }) => caPem)).size).toBe(1);
});

test('the key of the authority does not open with another secret', async () => {
  const strangers = createSecrets(randomBytes(32));
  await expect(openAuthority({ database: rig.database, secrets: strangers, clock: systemClock() })).rejects.toThrow(
    /./,
  );
});

test('a device certificate names its serial, is for clients only and ends within two years [REG-08]', async () => {
  const { csrPem } = await makeRequest('Trace_0001');
  const signed = await authority.sign('operational', csrPem, 'Trace_0001');
  const certificate = new X509Certificate(signed.certificatePem);
  expect(certificate.subject).toContain('CN=Trace_0001');
  expect(certificate.subjectAltName).toBe('DNS:Trace_0001');
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(certificate.verify(new X509Certificate(authority.caPem).publicKey)).toBe(true);
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(signed.fingerprint);
  expect(new Date(certificate.validTo).getTime() - Date.now()).toBeLessThanOrEqual(730 * DAY_MS);
});

test('every certificate has its own serial number', async () => {
  const { csrPem } = await makeRequest('Trace_0001');
  const first = await authority.sign('factory', csrPem, 'Trace_0001');
  const second = await authority.sign('factory', csrPem, 'Trace_0001');
  expect(new X509Certificate(first.certificatePem).serialNumber).not.toBe(
    new X509Certificate(second.certificatePem).serialNumber,
  );
});

test("a request without a name gets the device's serial, and a request for another serial is refused", async () => {
  const { csrPem } = await makeRequest('Trace_0002');
  await expect(authority.sign('factory', csrPem, 'Trace_0001')).rejects.toThrow('another serial');
});

test('a key of another kind is refused', async () => {
  const { csrPem } = await makeRequest('Trace_0001', { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-256' });
  await expect(authority.sign('factory', csrPem, 'Trace_0001')).rejects.toThrow('EC P-256');
});

test('a request that was changed after signing is refused', async () => {
  const { csrPem } = await makeRequest('Trace_0001');
  const der = Buffer.from(csrPem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  await expect(authority.sign('factory', changed, 'Trace_0001')).rejects.toThrow('signature');
});

test.each([
  '',
  'nonsense',
  '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----',
  'x'.repeat(9_000),
])('text that is no certificate request is refused (%#)', async (csrPem) => {
  await expect(authority.sign('factory', csrPem, 'Trace_0001')).rejects.toMatchObject({ name: 'RequestRefused' });
});

test('of many operational certificates requested at once, one stays active', async () => {
  const certificates = createCertificates({ database: rig.database, authority });
  const { csrPem } = await makeRequest('Trace_many');
  await Promise.all(Array.from({ length: 8 }, () => certificates.issue('Trace_many', csrPem)));
  const listed = await certificates.list('Trace_many');
  expect(listed).toHaveLength(8);
  expect(listed.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
});

test('lists the revoked certificates for a broker by their numbers, signed by the authority [SCALE-02]', async () => {
  const certificates = createCertificates({ database: rig.database, authority });
  const { csrPem } = await makeRequest('Trace_listed');
  const [revoked, valid] = [
    await certificates.issue('Trace_listed', csrPem),
    await certificates.issue('Trace_listed', csrPem),
  ];
  const pem = await authority.revocationLists(await certificates.listRevoked());
  expect(pem).toMatch(/^-----BEGIN X509 CRL-----/);
  const list = new X509Crl(pem.replaceAll('X509 CRL', 'CRL'));
  const numbers = list.entries.map(({ serialNumber }) => serialNumber);
  expect([numbers.includes(revoked.number), numbers.includes(valid.number)]).toEqual([true, false]);
  expect(new X509Certificate(revoked.certificatePem).serialNumber.toLowerCase()).toBe(revoked.number);
});

test('shows itself to a broker under a name that no device can have [SCALE-02]', async () => {
  const { certificatePem } = await authority.clientCertificate();
  const certificate = new X509Certificate(certificatePem);
  expect([certificate.subject, certificate.keyUsage]).toEqual(['CN=trace.server', ['1.3.6.1.5.5.7.3.2']]);
  expect(serialSchema.safeParse('trace.server').success).toBe(false);
});
