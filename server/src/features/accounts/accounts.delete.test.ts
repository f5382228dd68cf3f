import { done } from '@trace/contract/kernel/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  confirmEmail,
  deleteAccount,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { companiesMails } from '@trace/contract/companies/companies.mails.texts';
import { listDevices } from '@trace/contract/devices/devices.api';
import { removeDevice, renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { columnsWith } from '#testing/columns-with';
import { assignedDevice } from '#testing/followed-device';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';
import { addMember, join, makeCompany, makeLink } from '#testing/worlds/company-world';
import { connectTracker, newSerial, registerDevice } from '#testing/trackers';

const PASSWORD = 'Harbour-2026-bridge';
const CANARY = 'qzxcanary';
const body = { confirmation: DELETE_PHRASE };

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Lets time pass at once: no timer is needed here. */
const pass = (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms));

/** Creates an account whose names all contain a unique, searchable marker. */
async function canary(): Promise<SignedIn> {
  const email = `${CANARY}@example.com`;
  const names = { firstName: `${CANARY}-first`, lastName: `${CANARY}-last`, timeZone: 'UTC' };
  const id = await portal.app.auth.createAccount({ email, password: PASSWORD, role: 'user', ...names });
  return { id, email, ...(await signInAs(portal.url, email)) };
}

async function companyOf(owner: SignedIn): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into company (owner_id, name, email, created_at, updated_at)
      values (${owner.id}, 'Harbour Fitters', 'office@example.com', now(), now()) returning id, owner_id),
      logo as (insert into company_logo (company_id, uploaded_by) select id, owner_id from made)
    insert into company_membership (company_id, person_id, status, invited_at)
    select id, owner_id, 'accepted', now() from made returning company_id as id`.execute(portal.test.database.sql);
  return rows[0]!.id;
}

test('a deletion also forgets the earlier email address, unless another account has it by now [SET-03] [SET-04]', async () => {
  const [left, reused] = [await portal.person(), await portal.person()];
  const moved: string[] = [];
  for (const { api } of [left, reused]) {
    const to = `moved-${moved.length}@example.com`;
    await api.call(changeEmail, { body: { email: to } });
    const mails = await portal.app.mail.listRecent(20);
    const code = /^\d{6}/.exec(mails.find(({ recipient }) => recipient === to)!.text)![0];
    await api.call(confirmEmail, { body: { code } });
    moved.push(to);
  }
  const names = { firstName: 'An', lastName: 'Heir', timeZone: 'UTC' };
  await portal.app.auth.createAccount({ email: reused.email, password: PASSWORD, role: 'user', ...names });
  for (const { email } of [left, reused]) await signInAs(portal.url, email, 'Wrong-guess-7').catch(() => {});

  for (const { api } of [left, reused]) await api.call(deleteAccount, { body });
  const { sql: executor } = portal.test.database;
  expect(await columnsWith(executor, left.email)).toEqual([]);
  expect(await columnsWith(executor, reused.email)).toEqual(
    expect.arrayContaining(['mail.recipient', 'person.email', 'user_activity_logs.user_email']),
  );
});

test('after a deletion only the last email names the user, until delivery [SET-03]', async () => {
  const person = await canary();
  const installer = await portal.person({ role: 'installer' });
  await portal.app.subscription.grant({ accountId: person.id, until: new Date('2027-01-01'), source: 'demo' });
  await person.api.call(updateProfile, { body: { firstName: `${CANARY} anew`, phone: '+61491570156' } });
  await person.api.call(changeEmail, { body: { email: `${CANARY}.two@example.com` } });
  await signInAs(portal.url, person.email, 'Wrong-guess-7').catch(() => {});
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, installer, person);
  await person.api.call(pingDevice, { params: { serial: tracker.serial }, body: { id: crypto.randomUUID() } });
  await person.api.call(renameDevice, { params: { serial: tracker.serial }, body: { nickname: `${CANARY}'s car` } });
  await tracker.stop();
  expect(await columnsWith(portal.test.database.sql, CANARY)).toEqual(
    expect.arrayContaining([
      'device.nickname',
      'email_change.email',
      'mail.recipient',
      'person.email',
      'person.first_name',
    ]),
  );

  await person.api.call(deleteAccount, { body });
  expect(await columnsWith(portal.test.database.sql, CANARY)).toEqual(['mail.recipient']);
  // The wanted address has an email of its own, which goes too.
  const left = (await portal.app.mail.listRecent(50)).filter(({ recipient }) => recipient.includes(CANARY));
  expect(left.map(({ recipient }) => recipient)).toEqual([person.email]);
  const [mail] = (await portal.app.mail.listRecent(10)).filter(({ recipient }) => recipient.includes(CANARY));
  expect(mail).toMatchObject({ subject: 'Your Trace account has been deleted', isLast: true });
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from ping where account_id = ${person.id}) +
      (select count(*) from ping_location where account_id = ${person.id}) +
      (select count(*) from ping_quota where account_id = ${person.id}) +
      (select count(*) from device_command where sent_by = ${person.id}) +
      (select count(*) from subscription where account_id = ${person.id}) as count`.execute(portal.test.database.sql);
  expect(Number(rows[0]!.count)).toBe(0);
  const { rows: audit } = await sql`
    select subject_id, details from audit_log where actor_id = ${person.id} and action = 'accounts.delete'`.execute(
    portal.test.database.sql,
  );
  expect(audit).toEqual([{ subjectId: person.id, details: {} }]);
});

test('keeps the counted sign-ins of an account whose address ends with the deleted address [SET-03] [AUTH-13]', async () => {
  const person = await portal.person();
  const { sql: executor } = portal.test.database;
  const keys = [`account ${person.email}`, `sign-up mail ${person.email}`, `account x${person.email}`];
  await sql`
    insert into sign_in_attempt (key, tries, ends_at) select key, 1, now() + interval '1 day' from unnest(${keys}::text[]) key
    on conflict (key) do nothing`.execute(executor);
  await person.api.call(deleteAccount, { body });
  const { rows } = await sql`select key from sign_in_attempt where key = any(${keys})`.execute(executor);
  expect(rows).toEqual([{ key: `account x${person.email}` }]);
});

test('pings of others no longer say where the devices of a deleted account were [SET-03] [SET-05]', async () => {
  const [person, installer] = [await portal.person(), await portal.person({ role: 'installer' })];
  const device = await assignedDevice(portal, installer, person);
  device.cut();
  const before = new Date(portal.clock.now().getTime() - MINUTE_MS);
  const { sql: executor } = portal.test.database;
  await sql`
    with pinged as (
      insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
      select gen_random_uuid(), ${installer.id}, id, serial, 'Van', 'located', at, at
      from device, unnest(${[before, portal.clock.now()]}::timestamptz[]) at where serial = ${device.serial} returning *)
    insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, at)
    select id, device_id, serial, device_name, account_id, 1, 10, created_at from pinged`.execute(executor);
  await sql`
    insert into ping_archive (ping_id, account_id, created_at, ping, location)
    select gen_random_uuid(), p.account_id, p.created_at, to_jsonb(p), to_jsonb(l)
    from ping p join ping_location l on l.ping_id = p.id where p.account_id = ${installer.id}`.execute(executor);
  pass(1_000);
  await person.api.call(deleteAccount, { body });
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ping where account_id = ${installer.id}
    union all select at from ping_location where account_id = ${installer.id}
    union all select created_at from ping_archive where account_id = ${installer.id}`.execute(executor);
  expect(rows).toEqual([{ at: before }, { at: before }, { at: before }]);
});

test('no table holds a position of a deleted user’s device that stays with a company [SET-03]', async () => {
  const [person, installer] = [await portal.person(), await portal.person({ role: 'installer' })];
  const device = await assignedDevice(portal, installer, person);
  const place = { lat: -31.234567, lng: 141.5 };
  await device.say('location', place);
  await device.say('location', { ...place, ts: 0 });
  await device.say('event', { ...place, kind: 'power_cut' });
  await device.say('location', { ...place, lng: 500 });
  const found = () => columnsWith(portal.test.database.sql, '31.234567');
  expect(await found()).toEqual(
    expect.arrayContaining(['device_quarantine.payload_start', 'position.lat', 'position_skewed.lat']),
  );
  pass(1_000);
  await person.api.call(deleteAccount, { body });
  await portal.app.jobs.runDue();
  expect(await found()).toEqual([]);
  device.cut();
});

test('no table holds a position of a device that was removed before its user’s account is deleted [SET-03] [UDASH-09]', async () => {
  const [person, installer] = [await portal.person(), await portal.person({ role: 'installer' })];
  const device = await assignedDevice(portal, installer, person);
  await device.say('location', { lat: -32.345678, lng: 142.5 });
  const { serial } = device;
  await sql`
    with pinged as (
      insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
      select gen_random_uuid(), ${installer.id}, id, serial, 'Van', 'located', at, at
      from device, (select ${portal.clock.now()}::timestamptz as at) as now where serial = ${serial} returning *)
    insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, at)
    select id, device_id, serial, device_name, account_id, -32.345678, 142.5, created_at from pinged`.execute(
    portal.test.database.sql,
  );
  const found = () => columnsWith(portal.test.database.sql, '32.345678');
  expect(await found()).toEqual(expect.arrayContaining(['ping_location.lat', 'position.lat']));
  await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
  await portal.app.jobs.runDue();
  expect(await found()).toEqual([]);
  device.cut();
});

test('the address of a deleted account can sign up again and inherits no data [SET-03] [T33]', async () => {
  const [person, installer] = [await portal.person({ premium: true }), await portal.person({ role: 'installer' })];
  const device = await assignedDevice(portal, installer, person);
  await person.api.call(deleteAccount, { body });
  const names = { firstName: 'New', lastName: 'Person', timeZone: 'UTC' };
  const id = await portal.app.auth.createAccount({ email: person.email, password: PASSWORD, role: 'user', ...names });
  expect(id).not.toBe(person.id);
  const anew = await signInAs(portal.url, person.email);
  expect((await anew.api.call(listDevices, { query: { limit: 50 } })).devices).toEqual([]);
  expect(await portal.app.subscription.isPremium(id)).toBe(false);
  device.cut();
});

test('a deletion ends sessions and streams within a second, and a second deletion finds no account [SET-03]', async () => {
  const person = await portal.person();
  const other = { ...person, ...(await signInAs(portal.url, person.email)) };
  const stream = await openStream(portal, other);
  const [one, two] = await Promise.all(
    [person, other].map((each) => rawCall(portal, { method: 'POST', path: '/api/account/delete', person: each, body })),
  );
  expect([one!.status, two!.status].toSorted((a, b) => a - b)).toEqual([200, 401]);
  await portal.clock.advance(1_000);
  expect(await stream.until('end')).toEqual([{ reason: 'signed_out' }]);
  await expect(other.api.call(getProfile, {})).rejects.toMatchObject({ status: 401 });
  await expect(signInAs(portal.url, person.email)).rejects.toMatchObject({ status: 401 });
  const mails = (await portal.app.mail.listRecent(100)).filter(({ recipient }) => recipient === person.email);
  expect(mails).toHaveLength(1);
});

test.each([['delete my account'], ['DELETE MY ACCOUNT'], [' Delete My Account ']])(
  'accepts %j as the confirmation phrase [SET-02]',
  async (confirmation) => {
    const person = await portal.person();
    expect(await person.api.call(deleteAccount, { body: { confirmation } })).toEqual(done);
  },
);

test.each(['', 'delete', 'delete  my account', 'delete my account!', 'dеlete my account', 'x'.repeat(101)])(
  'refuses %j as the confirmation phrase and names the field [SET-02]',
  async (confirmation) => {
    const person = await portal.person();
    const call = { method: 'POST', path: '/api/account/delete', person, body: { confirmation } };
    const answer = await rawCall(portal, call);
    expect([answer.status, refusalIn(answer).field]).toEqual([400, 'body.confirmation']);
    await person.api.call(getProfile, {});
  },
);

test('a deletion needs a re-authentication within the last five minutes [SET-02] [T44]', async () => {
  const person = await portal.person();
  pass(5 * MINUTE_MS + 1);
  const answer = await rawCall(portal, { method: 'POST', path: '/api/account/delete', person, body });
  expect([answer.status, refusalIn(answer).code]).toEqual([403, 'proof_required']);
  const fresh = await signInAs(portal.url, person.email);
  await fresh.api.call(deleteAccount, { body });
});

test('devices of a deleted installer stay with user and company, and devices without either become free [SET-03]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const [assigned, ofCompany, unserviced] = [
    await connectTracker(portal),
    await connectTracker(portal),
    await connectTracker(portal),
  ];
  await registerDevice(portal, assigned.serial, installer, user);
  await registerDevice(portal, ofCompany.serial, installer);
  await registerDevice(portal, unserviced.serial, installer);
  const owner = await portal.person({ role: 'installer' });
  const companyId = await companyOf(owner);
  await sql`update device set company_id = ${companyId} where serial = ${ofCompany.serial}`.execute(
    portal.test.database.sql,
  );
  await installer.api.call(deleteAccount, { body });
  const { devices } = await user.api.call(listDevices, { query: { limit: 50 } });
  expect(devices.map(({ serialNumber }) => serialNumber)).toEqual([assigned.serial]);
  const left = await portal.app.devices.deviceIdsOf([assigned.serial, ofCompany.serial, unserviced.serial]);
  expect([...left.keys()].toSorted()).toEqual([assigned.serial, ofCompany.serial].toSorted());
  const next = await portal.person({ role: 'installer' });
  await registerDevice(portal, unserviced.serial, next);
  await Promise.all([assigned, ofCompany, unserviced].map((tracker) => tracker.stop()));
});

test('another process is notified of a device that becomes free with its installer [SET-03] [REG-09]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, installer);
  const heard: string[] = [];
  const stop = await portal.test.database.listen('device_registration', (serial) => void heard.push(serial));
  await installer.api.call(deleteAccount, { body });
  await expect.poll(() => heard).toContain(tracker.serial);
  stop();
  await tracker.stop();
});

test('a device becomes free when its installer and then its user delete their accounts [SET-03]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, installer, user);
  await installer.api.call(deleteAccount, { body });
  await user.api.call(deleteAccount, { body });
  const next = await portal.person({ role: 'installer' });
  await registerDevice(portal, tracker.serial, next);
  const { devices } = await next.api.call(listDevices, { query: { limit: 50 } });
  expect(devices.map(({ serialNumber }) => serialNumber)).toEqual([tracker.serial]);
  await tracker.stop();
});

test('a company owner must transfer or delete the company before deleting the account [SET-03]', async () => {
  const owner = await portal.person({ role: 'installer' });
  await companyOf(owner);
  const answer = await rawCall(portal, { method: 'POST', path: '/api/account/delete', person: owner, body });
  expect([answer.status, refusalIn(answer).code]).toEqual([409, 'conflict']);
  expect(refusalIn(answer).message).toMatch(/company/i);
  await owner.api.call(getProfile, {});
  await sql`delete from company_logo where uploaded_by = ${owner.id}`.execute(portal.test.database.sql);
  await sql`delete from company where owner_id = ${owner.id}`.execute(portal.test.database.sql);
  await owner.api.call(deleteAccount, { body });
});

test('refuses staff who delete their own account [SET-03]', async () => {
  const staff = await portal.person({ role: 'staff' });
  const answer = await rawCall(portal, { method: 'POST', path: '/api/account/delete', person: staff, body });
  expect([answer.status, refusalIn(answer).code]).toEqual([403, 'forbidden']);
});

test('a user’s deletion ends the device assignment and notifies the installer [SET-03]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const device = await assignedDevice(portal, installer, user, { serial: newSerial() });
  const stream = await openStream(portal, installer);
  await user.api.call(deleteAccount, { body });
  await stream.until('devices.changed');
  const { rows } = await sql`
    select ended_by from device_assignment where account_id = ${user.id} and ended_at is not null`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ endedBy: user.id }]);
  stream.close();
  device.cut();
});

test('the owner of a company is mailed when an employee deletes the account [SET-03] [COMP-05] [A-926]', async () => {
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerDevice(portal, serial, employee);
  await employee.api.call(deleteAccount, { body });
  const [mail] = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === owner.email);
  expect(mail!.subject).toBe(companiesMails.deletedAccount.subject(company.name));
  expect(mail!.text).toMatch(/^.* deleted their Trace account and no longer belongs to Harbour Alarms\./m);
  expect(mail!.text).toContain('that stay with the company: 1.');
  expect(mail!.text).toContain('/installer/company?tab=employees');
  expect(mail!.text).not.toContain(employee.email);
});

test('an email that waits to tell an owner of a deleted customer is deleted too [SET-03]', async () => {
  const [owner, customer] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
  const company = await makeCompany(portal, owner);
  await join(customer, await makeLink(owner, company.id));
  await portal.app.jobs.runDue();
  const toOwner = async () =>
    (await portal.app.mail.listRecent(50)).filter(
      ({ recipient, text }) => recipient === owner.email && text.includes(customer.email),
    );
  expect(await toOwner()).toHaveLength(1);
  await customer.api.call(deleteAccount, { body });
  expect(await toOwner()).toEqual([]);
});
