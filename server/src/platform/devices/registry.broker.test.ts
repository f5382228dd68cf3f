import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemClock } from '#platform/clock/clock';
import { createSecrets } from '#platform/secrets/secrets';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import { openAuthority } from './identity/authority.ts';
import { createCertificates } from './identity/certificates.ts';
import type { Certificates } from './identity/certificates.ts';
import { createRegistry } from './registry.ts';
import { makeRequest } from './testing/device-certificate.ts';

let rig: TestDatabase;
let certificates: Certificates;

beforeAll(async () => {
  rig = await testDatabase();
  const secrets = createSecrets(randomBytes(32));
  const authority = await openAuthority({ database: rig.database, secrets, clock: systemClock() });
  certificates = createCertificates({ database: rig.database, authority });
});
afterAll(() => rig.drop());

async function admitOverBroker(serial: string): Promise<string | undefined> {
  const [verdict] = await createRegistry(rig.database, systemClock()).admit([
    { serial, fingerprint: null, isProvenByBroker: true },
  ]);
  return verdict;
}

test('refuses a serial without a certificate over the broker [SCALE-02] [REG-07]', async () => {
  expect(await admitOverBroker('Trace_stranger')).toBe('certificate_unknown');
});

test('enters a factory device with its first message over the broker [SCALE-02] [REG-07]', async () => {
  const { csrPem } = await makeRequest('Trace_new');
  await certificates.issue('Trace_new', csrPem, 'factory');
  expect(await admitOverBroker('Trace_new')).toBe('admitted');
  expect(await createRegistry(rig.database, systemClock()).find('Trace_new')).toMatchObject({ enteredBy: 'factory' });
});

test('refuses a device over the broker when all its certificates are revoked, and only then [SCALE-02]', async () => {
  const { csrPem } = await makeRequest('Trace_replaced');
  await certificates.issue('Trace_replaced', csrPem, 'factory');
  expect(await admitOverBroker('Trace_replaced')).toBe('admitted');
  await certificates.issue('Trace_replaced', csrPem);
  await certificates.revoke('Trace_replaced', 'lost', 'factory');
  expect(await admitOverBroker('Trace_replaced')).toBe('admitted');
  await certificates.revoke('Trace_replaced', 'lost');
  expect(await admitOverBroker('Trace_replaced')).toBe('certificate_revoked');
});
