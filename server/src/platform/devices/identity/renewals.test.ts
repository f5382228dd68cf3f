// REG-12 across the years: renewals of a device, the gateway and the authorities.
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import { DAY_MS } from '@trace/contract/kernel/time';

import type { DedicatedConnection } from '#platform/db/database';
import { createSecrets } from '#platform/secrets/secrets';
import { fakeClock } from '#testing/fake-clock';
import { migrationsDirectory } from '#testing/template-database';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import { createRegistry } from '../registry.ts';
import { fingerprintOfPem, makeDevice, makeRequest } from '../testing/device-certificate.ts';
import type { DeviceCertificate } from '../testing/device-certificate.ts';
import { openAuthority } from './authority.ts';
import type { Authority } from './authority.ts';
import { createCertificates } from './certificates.ts';
import { createGatewayCertificate } from './gateway-certificate.ts';
import { createRenewalHandler } from './renewals.ts';

const YEARS = 22;
const STEP_MS = 44 * DAY_MS;
const serial = 'Trace_0001';
const clock = fakeClock(new Date('2026-03-02T12:00:00.000Z'));
const secrets = createSecrets(randomBytes(32));

let rig: TestDatabase;
/** Two processes of one installation. */
let processes: Authority[];
let lane: DedicatedConnection;

beforeAll(async () => {
  rig = await testDatabase();
  lane = await rig.database.lane('certificates');
  const options = { database: rig.database, secrets, clock };
  processes = [await openAuthority(options), await openAuthority(options)];
});
afterAll(async () => {
  await lane.stop();
  await rig.drop();
});

const isValid = (pem: string, at = clock.now()): boolean => {
  const { validFromDate, validToDate } = new X509Certificate(pem);
  return validFromDate <= at && at < validToDate;
};

/** Whether the certificate is valid now and signed by a valid authority of this list. */
const isTrusted = (pem: string, authorities: readonly string[]): boolean =>
  isValid(pem) &&
  authorities.some(
    (authority) => isValid(authority) && new X509Certificate(pem).verify(new X509Certificate(authority).publicKey),
  );

const requireTrusted = (pem: string, authorities: readonly string[]): void =>
  expect(isTrusted(pem, authorities)).toBe(true);

const split = (caPem: string): string[] => caPem.split(/(?<=-----END CERTIFICATE-----)\n/);

async function say(
  authority: Authority,
  uses: string,
  trusts: readonly string[],
  csr?: string,
  of = serial,
): Promise<CertificateAnswer> {
  let answered: CertificateAnswer | undefined;
  const publish = (_serial: string, answer: CertificateAnswer): void => {
    answered = answer;
  };
  const { store } = createRenewalHandler({ authority, clock, publish });
  const message = {
    v: 1 as const,
    boot: 1,
    seq: 1,
    ts: 0,
    uses,
    trusts: trusts.map(fingerprintOfPem),
    ...(csr && { csr }),
  };
  const received = {
    deviceId: 1,
    serial: of,
    connectionId: '',
    receivedAt: clock.now(),
    at: clock.now(),
    skewed: false,
  };
  const afterCommit = await lane.transaction((tx) => store(tx, [{ ...received, message }], false));
  afterCommit?.();
  return answered!;
}

test(`device, gateway and authorities renew themselves for ${YEARS} years, and every connection is trusted [REG-12]`, async () => {
  const registry = createRegistry(rig.database, clock);
  const certificates = createCertificates({ database: rig.database, authority: processes[0]! });
  const gateways = processes.map((authority) =>
    createGatewayCertificate({ database: rig.database, authority, secrets, clock }),
  );
  let own: DeviceCertificate = await makeDevice(certificates, serial);
  let trusts = split(certificates.caPem);
  const gatewayCertificates = new Set<string>();
  const confirmations: CertificateAnswer[] = [];

  const connect = async (certificate: DeviceCertificate, authority: Authority): Promise<void> => {
    requireTrusted(certificate.certificatePem, split(authority.caPem));
    expect(await registry.admit([{ serial, fingerprint: certificate.fingerprint }])).toEqual(['admitted']);
  };

  const endMs = clock.now().getTime() + YEARS * 365 * DAY_MS;
  for (let turn = 0; clock.now().getTime() < endMs; turn += 1) {
    const which = turn % processes.length;
    const authority = processes[which]!;
    await authority.refresh();
    const { certificatePem } = await gateways[which]!.current(['localhost']);
    gatewayCertificates.add(certificatePem);
    requireTrusted(certificatePem, trusts);
    await connect(own, authority);
    const answer = await say(authority, own.fingerprint, trusts);
    trusts = [...trusts, ...answer.authorities].filter((pem) => isValid(pem));
    if (answer.renew) {
      const { keyPem, csrPem } = await makeRequest(serial);
      const renewed = await say(authority, own.fingerprint, trusts, csrPem);
      const before = own;
      own = { keyPem, certificatePem: renewed.certificate!, fingerprint: fingerprintOfPem(renewed.certificate!) };
      await connect(own, authority);
      await connect(before, authority);
      await connect(own, authority);
      confirmations.push(await say(authority, own.fingerprint, trusts));
    }
    await clock.advance(STEP_MS);
  }

  // Each certificate of the device is used for two thirds of two years, and the second authority began in the year 16.
  expect(confirmations.length).toBeGreaterThanOrEqual(14);
  expect(confirmations.length).toBeLessThanOrEqual(17);
  expect(confirmations.some(({ renew }) => renew)).toBe(false);
  expect(gatewayCertificates.size).toBeGreaterThan((YEARS * 365 * DAY_MS) / rules.gatewayMs);
  expect(trusts).toHaveLength(1);
  await processes[0]!.refresh();
  await processes[1]!.refresh();
  expect(processes[0]!.roots().map(({ id }) => id)).toEqual([2]);
  expect(processes[1]!.caPem).toBe(processes[0]!.caPem);
}, 60_000);

test('a broker learns that a renewed certificate is revoked [REG-12] [SCALE-02]', async () => {
  const certificates = createCertificates({ database: rig.database, authority: processes[0]! });
  const device = await makeDevice(certificates, 'Trace_renewed');
  await createRegistry(rig.database, clock).admit([{ serial: 'Trace_renewed', fingerprint: device.fingerprint }]);
  const { csrPem } = await makeRequest('Trace_renewed');
  const { certificate } = await say(processes[0]!, device.fingerprint, [], csrPem, 'Trace_renewed');
  await certificates.revoke('Trace_renewed', 'lost');
  const revoked = async () => (await certificates.listRevoked()).map(({ number }) => number);
  const number = new X509Certificate(certificate!).serialNumber.toLowerCase();
  expect(await revoked()).toContain(number);
  // A renewal from before the numbers were stored.
  await sql`update device_certificate set number = null where serial = 'Trace_renewed'`.execute(rig.database.sql);
  const migration = await readFile(path.join(migrationsDirectory, '0130-numbers-of-renewed-certificates.sql'), 'utf8');
  await sql.raw(migration).execute(rig.database.sql);
  expect(await revoked()).toContain(number);
});
