import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import {
  getGatewayAddress,
  provisionCertificate,
  removeDevice,
  revokeCertificate,
} from '@trace/contract/devices/registration/devices.registration.api';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { ApiError } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim } from '#platform/devices/identity/claims';
import { makeDevice, makeRequest } from '#platform/devices/testing/device-certificate';
import { hold, REQUESTS, waitingFor } from '#testing/held-rows';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { addMember, makeCompany } from '#testing/worlds/company-world';

const loadBalancer = { MQTT_PUBLIC_HOST: 'trackers.example.com', MQTT_PUBLIC_PORT: '8884' };

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal(loadBalancer);
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
});
afterAll(() => portal.stop());

async function provision(person: SignedIn, serialNumber: string, claimCode?: string) {
  const { csrPem: csr } = await makeRequest(serialNumber);
  return person.api.call(provisionCertificate, { body: { serialNumber, csr, ...(claimCode && { claimCode }) } });
}
const active = async (serial: string): Promise<number> =>
  (await portal.app.gateway.certificates.list(serial)).filter(({ revokedAt }) => revokedAt === null).length;
const subjectsTo = async (person: SignedIn, serial: string): Promise<string[]> =>
  (await portal.app.mail.listRecent(50))
    .filter(({ recipient, text }) => recipient === person.email && text.includes(serial))
    .map(({ subject }) => subject);

test('a certificate needs the claim code before registration, and a new certificate ends the old with a mail [REG-08] [T10]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const refused = (call: Promise<unknown>) => call.catch((error: ApiError) => error.refusal);
  expect(await refused(provision(installer, serial))).toMatchObject({ code: 'invalid_input', field: 'body.claimCode' });
  expect(await refused(provision(installer, serial, makeClaim()))).toMatchObject({ message: texts.claimWrong });
  expect(await active(serial)).toBe(0);
  await provision(installer, serial, claimCode);
  expect(await subjectsTo(installer, serial)).toEqual([]);
  await registerByHttp(installer, serial, claimCode);
  await provision(installer, serial);
  expect(await active(serial)).toBe(1);
  expect(await subjectsTo(installer, serial)).toEqual([texts.certificateMailSubject(serial)]);
  const [mail] = (await portal.app.mail.listRecent(50)).filter(({ text }) => text.includes(serial));
  // The portal has no page on which an installer revokes a certificate.
  expect(mail!.text).toContain('change your password now and ask support to revoke the certificate');
});

test('the user and the installer can revoke a certificate, and the other party is mailed [REG-08]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  await provision(installer, serial, claimCode);
  await registerByHttp(installer, serial, claimCode, 'Van');
  await installer.api.call(assignDevice, { params: { serial }, body: { email: user.email } });
  expect(await user.api.call(revokeCertificate, { params: { serial }, body: {} })).toEqual({ revoked: 1 });
  expect(await active(serial)).toBe(0);
  expect(await subjectsTo(installer, serial)).toContain(texts.revokedMailSubject('Van'));
  expect(await subjectsTo(user, serial)).not.toContain(texts.revokedMailSubject('Van'));
  expect(await installer.api.call(revokeCertificate, { params: { serial }, body: {} })).toEqual({ revoked: 0 });
  expect(await codeOf(provision(installer, serial))).toBe('forbidden');
});

test('a device that is assigned while its certificate is signed gets no certificate from its installer [REG-08] [T07] [T10]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(installer, serial, claimCode);
  const held = await hold(
    portal,
    sql`with device as (select id from device where serial = ${serial} for update)
      insert into device_assignment (device_id, account_id, assigned_by, assigned_at)
      select id, ${user.id}, ${installer.id}, now() from device`,
  );
  const provisioning = codeOf(provision(installer, serial));
  await waitingFor(portal, held.pid, REQUESTS);
  await held.release();
  expect(await provisioning).toBe('forbidden');
  expect(await active(serial)).toBe(0);
});

test.each([true, false])(
  'registering ends the certificate of another company or mails who registers, with a factory certificate: %s [REG-08] [T10]',
  async (hasFactory) => {
    const { certificates } = portal.app.gateway;
    const { serial, claimCode } = await enterDevice(portal);
    const next = await portal.person({ role: 'installer' });
    if (hasFactory) await makeDevice(certificates, serial, 'factory');
    await provision(installer, serial, claimCode);
    await registerByHttp(installer, serial, claimCode);
    const valid = await active(serial);
    const removed = await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
    // The former installer knows the new claim code too, so a certificate made after the removal is no proof.
    await provision(installer, serial, removed.claimCode!);
    expect(await active(serial)).toBe(valid);
    await registerByHttp(next, serial, removed.claimCode);
    expect((await certificates.list(serial)).filter(({ revokedAt }) => revokedAt === null)).toEqual([
      expect.objectContaining({ kind: hasFactory ? 'factory' : 'operational' }),
    ]);
    const mailed = await subjectsTo(next, serial);
    expect(mailed).toEqual(hasFactory ? [] : [texts.setUpAgainMailSubject([serial])]);
  },
);

test('registering also ends a renewal of the certificate of another company [REG-08] [REG-12] [T10]', async () => {
  const { certificates } = portal.app.gateway;
  const { serial, claimCode } = await enterDevice(portal);
  const next = await portal.person({ role: 'installer' });
  await makeDevice(certificates, serial, 'factory');
  await provision(installer, serial, claimCode);
  await registerByHttp(installer, serial, claimCode);
  const uses = (await certificates.list(serial)).find(({ kind }) => kind === 'operational')!.fingerprint;
  const device = await connectByHand(portal, { serial });
  await device.say('certificate', { uses, trusts: [], csr: (await makeRequest(serial)).csrPem });
  expect(await active(serial)).toBe(3);
  const removed = await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
  await registerByHttp(next, serial, removed.claimCode);
  expect(await active(serial)).toBe(1);
});

test('registering keeps the certificate that a colleague requested [REG-08]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const [owner, colleague] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  await addMember(owner, (await makeCompany(portal, owner)).id, colleague);
  await makeDevice(portal.app.gateway.certificates, serial, 'factory');
  await provision(colleague, serial, claimCode);
  await registerByHttp(owner, serial, claimCode);
  expect(await active(serial)).toBe(2);
  expect(await subjectsTo(owner, serial)).toEqual([]);
});

test('names the host and the port of the load balancer for trackers [SCALE-04]', async () => {
  const address = { host: loadBalancer.MQTT_PUBLIC_HOST, port: Number(loadBalancer.MQTT_PUBLIC_PORT) };
  expect(await installer.api.call(getGatewayAddress, {})).toEqual({ address });
});
