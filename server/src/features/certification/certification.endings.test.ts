import { randomUUID } from 'node:crypto';
import { getOwnCertification } from '@trace/contract/certification/certification.api';
import type { HeldCertification } from '@trace/contract/certification/certification.schema';
import { certificationMails } from '@trace/contract/certification/certification.claim.texts';
import { companiesMails } from '@trace/contract/companies/companies.mails.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { provisionCertificate } from '@trace/contract/devices/registration/devices.registration.api';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRequest } from '#platform/devices/testing/device-certificate';
import { bindOwnCertification } from '#testing/worlds/certification-world';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice, newSerial, registerDevice } from '#testing/trackers';
import { createCertificationEndings } from './certification.endings.service.ts';
import { dayOf } from './certification.rules.ts';

let portal: Portal;
let numbers = 0;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const inDays = (days: number): string =>
  new Date(portal.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** An installer with a certification until the end of that day. */
async function certified(expiresAt = ''): Promise<SignedIn & { number: string }> {
  const person = await portal.person({ role: 'installer', timeZone: 'UTC' });
  const number = `CERT-${++numbers}`;
  await portal.app.certification.add({ number, email: person.email, fullName: `Name ${numbers}`, expiresAt });
  await bindOwnCertification(portal, person);
  return { ...person, number };
}

/** Moves only the wall clock by days, so that timers need not fire a million times. */
const pass = (days: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + days * DAY_MS));

/** Runs the job that runs every minute, as a separate process would. */
const settle = (): Promise<void> =>
  createCertificationEndings({
    database: portal.test.database,
    clock: portal.clock,
    mail: portal.app.mail,
    people: portal.app.people,
    ended: async () => {},
  }).settle();

/** Uses a new session, because the previous session may have expired. */
async function own({ email }: SignedIn) {
  const { api } = await signInAs(portal.url, email);
  return (await api.call(getOwnCertification, {})).certification;
}

async function entered(): Promise<string> {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  return serial;
}

const wordsOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: Error) => error.message,
  );

async function provision({ email }: SignedIn, serialNumber: string): Promise<unknown> {
  const { api } = await signInAs(portal.url, email);
  return api.call(provisionCertificate, { body: { serialNumber, csr: (await makeRequest(serialNumber)).csrPem } });
}

const mailsTo = async ({ email }: SignedIn) =>
  (await portal.app.mail.listRecent(200)).filter(
    ({ recipient, subject }) => recipient === email && !subject.startsWith('New sign-in'),
  );

test('an expired certification allows servicing but no new devices, and one email notifies the installer [CERT-09]', async () => {
  const lastDay = inDays(40);
  const installer = await certified(lastDay);
  const user = await portal.person();
  const serial = await entered();
  await registerDevice(portal, serial, installer);
  expect(await own(installer)).toMatchObject({ number: installer.number, state: 'valid', servicingUntil: null });

  pass(20);
  expect(await own(installer)).toMatchObject({ state: 'expiring', reason: null });
  const second = await entered();
  expect(await wordsOf(registerDevice(portal, second, installer))).toBe('allowed');

  pass(21);
  const ended = (await own(installer)) as HeldCertification;
  expect(ended).toMatchObject({ state: 'ended', reason: 'expired' });
  expect(Date.parse(ended.servicingUntil!) - Date.parse(ended.endsAt!)).toBe(30 * DAY_MS);
  const third = await entered();
  expect(await wordsOf(registerDevice(portal, third, installer))).toBe(certificationTexts.blocked.ended);
  expect(await wordsOf(provision(installer, third))).toBe(certificationTexts.blocked.ended);
  expect(await wordsOf(assignDevice(portal, serial, installer, user))).toBe(certificationTexts.blocked.ended);
  expect(await wordsOf(provision(installer, serial))).toBe('allowed');

  await settle();
  const [mail] = await mailsTo(installer);
  expect(mail).toMatchObject({ subject: certificationMails.ended.subject });
  expect(mail!.text).toContain(`${installer.number} expired on ${dayOf(new Date(lastDay), 'UTC')}`);
  pass(1);
  await settle();
  expect(await mailsTo(installer)).toHaveLength(1);
});

test('the holder is reminded once of each coming end of a certification, a renewed one included [CERT-09]', async () => {
  const [first, next] = [inDays(40), inDays(400)];
  const installer = await certified(first);
  const remindedOf = async (): Promise<string[]> => {
    await settle();
    const mails = await mailsTo(installer);
    return mails.flatMap(({ subject, text }) => (subject === certificationMails.expiring.subject ? [text] : []));
  };
  pass(9);
  expect(await remindedOf()).toEqual([]);
  pass(2);
  const reminder = certificationMails.expiring.text(installer.number, dayOf(new Date(first), 'UTC'));
  expect(await remindedOf()).toEqual([expect.stringContaining(reminder)]);
  pass(1);
  expect(await remindedOf()).toHaveLength(1);
  const renewed = { number: installer.number, email: installer.email, fullName: 'Renewed', expiresAt: next };
  await portal.app.certification.add(renewed);
  pass(5);
  expect(await remindedOf()).toHaveLength(1);
  pass(360);
  expect(await remindedOf()).toHaveLength(2);
});

test('a revoked certification ends at once, and an email states the revocation [CERT-09]', async () => {
  const installer = await certified(inDays(300));
  const serial = await entered();
  expect(await portal.app.certification.revoke(installer.number.toLowerCase())).toEqual({
    number: installer.number,
    outcome: 'revoked',
  });
  expect(await own(installer)).toMatchObject({ state: 'ended', reason: 'revoked' });
  expect(await wordsOf(registerDevice(portal, serial, installer))).toBe(certificationTexts.blocked.ended);
  await portal.clock.advance(MINUTE_MS);
  const [mail] = await eventually(
    () => mailsTo(installer),
    (sent) => sent.length === 1,
  );
  expect(mail!.text).toContain(`${installer.number} was revoked on`);
});

test('concurrent processes send the notice of an ending once [CERT-09]', async () => {
  const installer = await certified();
  await sql`update certification set revoked_at = ${portal.clock.now()} where number = ${installer.number}`.execute(
    portal.test.database.sql,
  );
  await Promise.all(Array.from({ length: 4 }, settle));
  expect(await mailsTo(installer)).toHaveLength(1);
});

test('a loaded renewal goes to the account of the same trainee, but no record from before a revocation does [CERT-09]', async () => {
  const installer = await certified();
  const { number, fullName, email } = (await portal.app.certification.search(installer.number)).found.at(-1)!;
  const another = (name: string, expiresAt = '') =>
    portal.app.certification.add({ number: name, email, fullName, expiresAt });
  await another(`${number}-SPARE`);
  pass(1);
  await portal.app.certification.revoke(number);
  await settle();
  expect(await own(installer)).toMatchObject({ number, state: 'ended' });

  pass(1);
  await another(`${number}-NEW`, inDays(300));
  await portal.app.certification.add({
    number: 'CERT-NAMESAKE',
    email: 'namesake@example.com',
    fullName,
    expiresAt: '',
  });
  await settle();
  expect(await own(installer)).toMatchObject({ number: `${number}-NEW` });
  expect(await wordsOf(entered().then((serial) => registerDevice(portal, serial, installer)))).toBe('allowed');
});

test('the same number loaded with a later end is valid again, and the next end sends a notice again [CERT-09]', async () => {
  const installer = await certified(inDays(1));
  pass(3);
  await settle();
  const [record] = (await portal.app.certification.search(installer.email)).found;
  const { number, email, fullName } = record!;
  await portal.app.certification.add({ number, email, fullName, expiresAt: inDays(2) });
  expect(await own(installer)).toMatchObject({ state: 'expiring' });
  pass(4);
  await settle();
  expect(await mailsTo(installer)).toHaveLength(2);
});

test('an installer created by the operator without a certification needs no certification [CERT-09]', async () => {
  const installer = await portal.person({ role: 'installer' });
  expect(await own(installer)).toBeNull();
  expect(await wordsOf(entered().then((serial) => registerDevice(portal, serial, installer)))).toBe('allowed');
});

test('each change of the records is one entry in the audit log [CERT-08]', async () => {
  const number = `CERT-${randomUUID().slice(0, 8)}`.toUpperCase();
  const given = { number, email: 'audit@example.com', fullName: 'Au Dit', expiresAt: '' };
  await portal.app.certification.add(given);
  await portal.app.certification.add(given);
  await portal.app.certification.revoke(number);
  await portal.app.certification.revoke(number);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${number} order by id`.execute(portal.test.database.sql);
  expect(rows.map(({ action }) => action)).toEqual(['certification.add', 'certification.revoke']);
});

test('the owner of a company is mailed when the certification of an employee ends, and not of the own [CERT-09] [A-926]', async () => {
  const [owner, employee] = [await certified(inDays(3)), await certified(inDays(2))];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  pass(5);
  await portal.clock.advance(MINUTE_MS);
  const toOwner = () =>
    mailsTo(owner).then((mails) =>
      mails.filter(({ subject }) => subject === companiesMails.uncertified.subject(company.name)),
    );
  const mails = await eventually(toOwner, (found) => found.length > 0);
  await eventually(
    () => mailsTo(owner),
    (found) => found.some(({ subject }) => subject === certificationMails.ended.subject),
  );
  expect(await toOwner()).toEqual(mails);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(`(${employee.email}) expired on`);
  expect(mails[0]!.text).toContain('/installer/company?tab=employees');
});
