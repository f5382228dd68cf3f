import { randomUUID } from 'node:crypto';
import {
  createCompany,
  deleteCompany,
  getCompany,
  getOwnCompany,
  removeMember,
  updateCompany,
} from '@trace/contract/companies/companies.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { listDevices } from '@trace/contract/devices/devices.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  ageProof,
  doorsOf,
  invite,
  join,
  mailsTo,
  makeCompany,
  makeLink,
  sendFile,
  someDetails,
  uploadLogo,
} from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { newSerial, registerDevice } from '#testing/trackers';
import { UNSTORABLE } from '#platform/http/requests/storable-text';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const { installer, send } = doorsOf(() => portal);

const create = (person: SignedIn, details: object): Promise<RawAnswer> =>
  send(person, 'POST', '/api/companies', { ...someDetails, logoId: randomUUID(), ...details });

async function enterInRegistry(): Promise<string> {
  const serial = newSerial();
  await sql`insert into device_registry (serial, entered_by) values (${serial}, 'factory')`.execute(
    portal.test.database.sql,
  );
  return serial;
}

test('an installer creates a company as owner, reads back the stored values, and changes the details [COMP-01] [COMP-02]', async () => {
  const owner = await installer();
  const logoId = await uploadLogo(portal, owner);
  const details = {
    name: '  Ærial & Söhne 🚨 أمان  ',
    email: ' Help@Harbour.Example ',
    phone: '+61 (2) 5550-1234',
    website: 'https://harbour.example/about?x=1',
    abnAcn: '51 824 753 556',
    address: '12 Wharf Road, Manly NSW',
  };
  const company = await owner.api.call(createCompany, { body: { ...details, logoId } });
  const stored = { ...details, name: 'Ærial & Söhne 🚨 أمان', email: 'help@harbour.example', abnAcn: '51824753556' };
  expect(company).toMatchObject({ ...stored, logoId, members: 1, devices: 0 });
  expect(company.createdAt).toBe(portal.clock.now().toISOString());
  expect(await owner.api.call(getOwnCompany, {})).toEqual({ own: { relation: 'owner', company }, invitations: [] });

  const nextLogo = await uploadLogo(portal, owner);
  const changes = { ...someDetails, abnAcn: '004 085 616' };
  const params = { id: company.id };
  const kept = await owner.api.call(updateCompany, { params, body: { ...changes, logoId: null } });
  expect(kept).toMatchObject({ ...changes, abnAcn: '004085616', logoId });
  const changed = await owner.api.call(updateCompany, { params, body: { ...changes, logoId: nextLogo } });
  expect(changed.logoId).toBe(nextLogo);
  expect((await send(owner, 'GET', `/api/company-logos/${logoId}`)).status).toBe(404);
  expect((await send(owner, 'GET', `/api/company-logos/${nextLogo}`)).status).toBe(200);
});

test.each([
  [{ name: '' }, 'body.name', texts.nameMissing],
  [{ name: '   ' }, 'body.name', texts.nameMissing],
  [{ name: 'x'.repeat(121) }, 'body.name', texts.nameTooLong],
  [{ name: 'Quay\u202Egnp.exe' }, 'body.name', texts.nameInvalid],
  [{ name: 'Quay\u0000' }, 'body.name', UNSTORABLE],
  [{ name: 7 }, 'body.name', texts.nameMissing],
  [{ email: '' }, 'body.email', texts.emailMissing],
  [{ email: 'quay' }, 'body.email', texts.emailInvalid],
  [{ email: `${'x'.repeat(250)}@quay.example` }, 'body.email', texts.emailInvalid],
  [{ phone: 'javascript:alert(1)' }, 'body.phone', texts.phoneInvalid],
  [{ phone: '+61' }, 'body.phone', texts.phoneInvalid],
  [{ phone: '1'.repeat(41) }, 'body.phone', texts.phoneInvalid],
  [{ website: 'javascript:alert(1)//https://quay.example' }, 'body.website', texts.websiteInvalid],
  [{ website: 'JaVaScRiPt:https://quay.example' }, 'body.website', texts.websiteInvalid],
  [{ website: 'data:text/html,x' }, 'body.website', texts.websiteInvalid],
  [{ website: 'ftp://quay.example' }, 'body.website', texts.websiteInvalid],
  [{ website: 'https://user:secret@quay.example' }, 'body.website', texts.websiteInvalid],
  [{ website: 'https://quay.example/\nx' }, 'body.website', texts.websiteInvalid],
  [{ website: 'quay.example' }, 'body.website', texts.websiteInvalid],
  [{ website: `https://quay.example/${'x'.repeat(300)}` }, 'body.website', texts.websiteInvalid],
  [{ abnAcn: '51 824 753 557' }, 'body.abnAcn', texts.abnAcnInvalid],
  [{ abnAcn: '004 085 617' }, 'body.abnAcn', texts.abnAcnInvalid],
  [{ abnAcn: '1234567890' }, 'body.abnAcn', texts.abnAcnInvalid],
  [{ abnAcn: '٥١٨٢٤٧٥٣٥٥٦' }, 'body.abnAcn', texts.abnAcnInvalid],
  [{ address: '' }, 'body.address', undefined],
  [{ address: 'x'.repeat(301) }, 'body.address', undefined],
  [{ logoId: null }, 'body.logoId', texts.logoRequired],
  [{ logoId: 'https://tracker.example/pixel.png' }, 'body.logoId', undefined],
  [{ ownerId: randomUUID() }, 'body.ownerId', undefined],
  [{ created_by: 'somebody@example.com' }, 'body.created_by', undefined],
])('%j creates no company [COMP-02] [T46] [T47]', async (change, field, words) => {
  const person = await installer();
  const answer = await create(person, change);
  const refusal = refusalIn(answer);
  expect([answer.status, refusal.code, refusal.field]).toEqual([400, 'invalid_input', field]);
  expect(refusal.message).toBe(words ?? refusal.message);
  expect((await person.api.call(getOwnCompany, {})).own).toBeNull();
});

test('a logo must be the person’s own upload of the last hour [COMP-02] [T46]', async () => {
  const [owner, thief] = await Promise.all([installer(), installer()]);
  const logoId = await uploadLogo(portal, owner);
  for (const id of [logoId, randomUUID()]) {
    const answer = await create(thief, { logoId: id });
    expect([answer.status, refusalIn(answer).message]).toEqual([410, texts.logoGone]);
  }
  expect((await send(thief, 'GET', `/api/company-logos/${logoId}`)).status).toBe(404);
  expect((await send(owner, 'GET', `/api/company-logos/${logoId}`)).status).toBe(200);
  const { rows } = await sql<{ expiresAt: Date }>`
    update company_logo set expires_at = expires_at - interval '1 hour' where id = ${logoId}
    returning expires_at`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ expiresAt: portal.clock.now() }]);
  expect((await send(owner, 'GET', `/api/company-logos/${logoId}`)).status).toBe(404);
  expect((await create(owner, { logoId })).status).toBe(410);
});

test('a person creating several companies at once gets one company [COMP-09] [T46]', async () => {
  const owner = await installer();
  const logos = await Promise.all([0, 1, 2, 3].map(() => uploadLogo(portal, owner)));
  const answers = await Promise.all(logos.map((logoId, at) => create(owner, { name: `Company ${at}`, logoId })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map((answer) => refusalIn(answer).message)).toEqual(
    Array.from({ length: 3 }, () => texts.inCompany),
  );
  const { rows } = await sql`select from company where owner_id = ${owner.id}`.execute(portal.test.database.sql);
  expect(rows).toHaveLength(1);
});

test('only the owner deletes a company, after typing the name and re-authenticating [COMP-05] [T32]', async () => {
  const [owner, employee] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner, { name: 'Quay Alarms' });
  await addMember(owner, company.id, employee);
  const path = `/api/companies/${company.id}/deletion`;
  const byEmployee = await send(employee, 'POST', path, { name: 'Quay Alarms' });
  expect([byEmployee.status, refusalIn(byEmployee).message]).toEqual([403, texts.mayNotDelete]);
  for (const name of ['', 'quay alarms', 'Quay Alarms!']) {
    const answer = await send(owner, 'POST', path, { name });
    expect([answer.status, refusalIn(answer).field, refusalIn(answer).message]).toEqual([
      400,
      'body.name',
      texts.nameDiffers,
    ]);
  }
  await ageProof(portal, owner);
  const stale = await send(owner, 'POST', path, { name: 'Quay Alarms' });
  expect([stale.status, refusalIn(stale).code]).toEqual([403, 'proof_required']);
  expect((await owner.api.call(getCompany, { params: { id: company.id } })).name).toBe('Quay Alarms');
});

test('deleting a company mails its employees, and neither the owner nor invited people [COMP-06]', async () => {
  const [owner, employee, invited] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await invite(owner, company.id, invited.email);
  await owner.api.call(deleteCompany, { params: { id: company.id }, body: { name: company.name } });
  const subjects = async ({ email }: SignedIn) => (await mailsTo(portal, email)).map(({ subject }) => subject);
  const deleted = 'Harbour Alarms has been deleted';
  expect((await mailsTo(portal, employee.email)).at(-1)).toMatchObject({
    subject: deleted,
    text: expect.stringContaining('Devices that you registered stay with you') as string,
  });
  for (const person of [owner, invited]) expect(await subjects(person)).not.toContain(deleted);
});

test('deleting a company frees devices, memberships, customers, links and logo [COMP-06] [GUARD-05]', async () => {
  const [owner, employee, customer, driver] = await Promise.all([
    installer(),
    installer(),
    portal.person(),
    portal.person(),
  ]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const token = await makeLink(owner, company.id);
  await join(customer, token);
  const serial = await enterInRegistry();
  await registerDevice(portal, serial, employee, driver);
  const seen = async (): Promise<unknown> =>
    (await driver.api.call(listDevices, { query: { limit: 10 } })).devices.map((device) => device.company?.id ?? null);
  expect(await seen()).toEqual([company.id]);
  expect((await owner.api.call(getOwnCompany, {})).own?.company).toMatchObject({ devices: 1, members: 2 });

  await owner.api.call(deleteCompany, { params: { id: company.id }, body: { name: company.name } });
  expect(await seen()).toEqual([null]);
  for (const person of [owner, employee, customer]) expect((await person.api.call(getOwnCompany, {})).own).toBeNull();
  for (const person of [owner, employee, customer, driver])
    expect((await send(person, 'GET', `/api/company-logos/${company.logoId}`)).status).toBe(404);
  expect((await rawCall(portal, { method: 'POST', path: '/api/companies/invitation', body: { token } })).status).toBe(
    404,
  );
  const tables = ['company_membership', 'company_customer', 'company_invitation', 'company_logo', 'device'];
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} where company_id = ${company.id}`.execute(
      portal.test.database.sql,
    );
    expect(rows, table).toEqual([]);
  }
  expect((await makeCompany(portal, employee)).members).toBe(1);
});

test('a user sees only the card of the company of the device and of the own company [GUARD-05]', async () => {
  const [owner, employee, driver, customer, stranger] = await Promise.all([
    installer(),
    installer(),
    portal.person(),
    portal.person(),
    portal.person(),
  ]);
  const before = await enterInRegistry();
  await registerDevice(portal, before, owner, driver);
  const company = await makeCompany(portal, owner, {
    phone: '+61 2 5550 1234',
    address: '12 Wharf Road',
    abnAcn: '004085616',
  });
  await addMember(owner, company.id, employee);
  await join(customer, await makeLink(employee, company.id));
  const { id, name, email, phone, website, logoId } = company;
  const card = { id, name, email, phone, website, logoId };
  const params = { id };
  // The device was registered before the company existed, so the installer's own company is shown.
  const { devices } = await driver.api.call(listDevices, { query: { limit: 10 } });
  expect(devices.map((device) => device.company)).toEqual([card]);
  for (const person of [driver, customer]) {
    expect(await person.api.call(getCompany, { params })).toEqual(card);
    expect((await send(person, 'GET', `/api/company-logos/${logoId}`)).status).toBe(200);
    expect((await send(person, 'GET', `/api/companies/${id}/members`)).status).toBe(404);
  }
  expect(await customer.api.call(getOwnCompany, {})).toEqual({
    own: { relation: 'customer', company: card },
    invitations: [],
  });
  expect(await employee.api.call(getCompany, { params })).toMatchObject({ address: '12 Wharf Road' });
  for (const path of [`/api/companies/${id}`, `/api/company-logos/${logoId}`])
    expect((await send(stranger, 'GET', path)).status).toBe(404);
});

test('devices stay with the company when the installer leaves [GUARD-05]', async () => {
  const [owner, employee, driver] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const memberId = await addMember(owner, company.id, employee);
  const serial = await enterInRegistry();
  await registerDevice(portal, serial, employee, driver);
  const { members } = (await send(owner, 'GET', `/api/companies/${company.id}/members`)).json as {
    members: { id: string; devices: number }[];
  };
  expect(members.map(({ id, devices }) => [id === memberId, devices])).toEqual([
    [false, 0],
    [true, 1],
  ]);
  expect((await send(employee, 'POST', `/api/companies/${company.id}/leave`)).status).toBe(200);
  const { devices } = await driver.api.call(listDevices, { query: { limit: 10 } });
  expect(devices.map((device) => device.company?.name)).toEqual([company.name]);
});

test('devices of a former employee go to the owner who deletes the company [COMP-06] [GUARD-07]', async () => {
  const [owner, employee, former, driver] = await Promise.all([installer(), installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const memberId = await addMember(owner, company.id, former);
  const [driven, spare, kept] = [await enterInRegistry(), await enterInRegistry(), await enterInRegistry()];
  await registerDevice(portal, driven, former, driver);
  await registerDevice(portal, spare, former);
  await registerDevice(portal, kept, employee);
  await owner.api.call(removeMember, { params: { id: company.id, memberId }, query: {} });
  await owner.api.call(deleteCompany, { params: { id: company.id }, body: { name: company.name } });
  const relationOf = async (person: SignedIn, serial: string) =>
    (await portal.app.devices.findFor(person.id, serial))?.relation ?? 'none';
  for (const serial of [driven, spare]) expect(await relationOf(former, serial)).toBe('none');
  expect(await relationOf(owner, driven)).toBe('installer_assigned');
  expect(await relationOf(owner, spare)).toBe('installer_unassigned');
  expect(await relationOf(employee, kept)).toBe('installer_unassigned');
  expect(await relationOf(owner, kept)).toBe('none');
  await portal.app.jobs.runDue();
  const told = (await mailsTo(portal, driver.email)).at(-1)!;
  expect(told.subject).toBe(assignmentTexts.newPartyMailSubject);
  expect(told.text).toContain('now looks after Work ute');
});

test('an upload without a picture file is refused [COMP-02]', async () => {
  const person = await installer();
  const json = await send(person, 'POST', '/api/company-logos', { url: 'https://tracker.example/pixel.png' });
  expect([json.status, refusalIn(json).code]).toEqual([415, 'unsupported_media_type']);
  const empty = await sendFile(portal, '/api/company-logos', person, new Uint8Array());
  expect([empty.status, refusalIn(empty).message]).toEqual([400, texts.logoRequired]);
  const octets = await sendFile(portal, '/api/companies', person, new Uint8Array([1]));
  expect(octets.status).toBe(415);
});

test('an owner cannot delete the account, and personal company data is read and erased [SET-03]', async () => {
  const [owner, employee, customer] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await join(customer, await makeLink(owner, company.id));
  const draft = await uploadLogo(portal, owner);
  const database = portal.test.database;
  const { companiesPersonData: data } = await import('./companies.person-data.service.ts');
  expect(await data.holdsBack!(database.sql, owner.id)).toBe(texts.ownerHoldsBack);
  expect(await data.holdsBack!(database.sql, employee.id)).toBeNull();
  expect(await data.read(database.sql, employee.id)).toMatchObject({
    company: { name: company.name, isOwner: false },
    memberships: [{ company: company.name, status: 'accepted' }],
  });
  expect(await data.read(database.sql, customer.id)).toMatchObject({ customerOf: company.name, memberships: [] });
  const forget = (person: SignedIn) => database.transaction((tx) => data.forget(tx, person.id, portal.clock.now()));
  // A database constraint keeps the owner's membership.
  await expect(forget(owner)).rejects.toThrow('company_owner_belongs');
  await forget(employee);
  await forget(customer);
  expect(await data.read(database.sql, employee.id)).toEqual({ company: null, customerOf: null, memberships: [] });
  expect(await data.read(database.sql, customer.id)).toEqual({ company: null, customerOf: null, memberships: [] });
  expect((await send(owner, 'GET', `/api/company-logos/${draft}`)).status).toBe(200);
});
