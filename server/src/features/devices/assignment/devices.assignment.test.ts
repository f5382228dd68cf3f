import { done } from '@trace/contract/kernel/endpoint';
import { assignDevice, cancelAssignment } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment, listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { requestAccess } from '@trace/contract/location-access/location-access.api';
import { exportDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { changeEmail, confirmEmail } from '@trace/contract/accounts/accounts.api';
import { ApiError } from '@trace/contract/kernel/client';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentsOf, assignSeen, deviceOf } from '#testing/worlds/assignment-world';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { signUpByMail } from '#testing/sign-up';
import { openStream } from '#testing/sse';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let addresses = 0;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const installer = (): Promise<SignedIn> => portal.person({ role: 'installer' });
const newAddress = (): string => `somebody-${++addresses}@example.com`;

const assignUnseen = (person: SignedIn, serial: string, email: string) =>
  person.api.call(assignDevice, { params: { serial }, body: { email } });
const assign = (person: SignedIn, serial: string, email: string) => assignSeen(portal, person, serial, email);
const cancel = (person: SignedIn, serial: string) => person.api.call(cancelAssignment, { params: { serial } });
const end = (person: SignedIn, serial: string) => person.api.call(endAssignment, { params: { serial } });
const serialsOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listDevices, { query: { limit: 50 } })).devices.map(({ serialNumber }) => serialNumber);
const mailsTo = async (email: string) =>
  (await portal.app.mail.listRecent(200)).filter(({ recipient }) => recipient === email);
const relation = async (person: SignedIn, serial: string) =>
  (await portal.app.devices.findFor(person.id, serial))?.relation ?? 'none';
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: unknown) => (error instanceof ApiError ? (error.refusal?.code ?? 'none') : String(error)),
  );

test('assigning to the address of an account takes effect at once and notifies by mail and stream [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  const stream = await openStream(portal, user);
  expect(await assign(owner, serial, ` ${user.email.toUpperCase()} `)).toEqual(done);
  expect(await serialsOf(user)).toEqual([serial]);
  expect(await stream.until('devices.assignment')).toEqual([{ serialNumber: serial, what: 'assigned' }]);
  await stream.until('devices.changed');
  const [mail] = await mailsTo(user.email);
  expect(mail).toMatchObject({ subject: texts.assignedMailSubject });
  expect(mail!.text).toContain('Person');
  stream.close();
});

test('until the user looks, an installer sees an account like an address without one [GUARD-07] [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  await sql`update person set first_name = 'Zebedee' where id = ${user.id}`.execute(portal.test.database.sql);
  const [known, unknown] = [await deviceOf(portal, owner), await deviceOf(portal, owner)];
  const stranger = newAddress();
  const of = async (serial: string) => {
    const { devices } = await owner.api.call(listDeviceTable, { query: { sort: 'name', limit: 25, search: serial } });
    const { user: shown, assignment, relation: own, mayManage } = devices[0]!;
    return { name: shown!.name, assignment, own, mayManage };
  };
  const rowInFile = async (serial: string) => {
    const { text } = await rawCall(portal, { path: `${exportDevices.path}?search=${serial}`, person: owner });
    return text.replaceAll(serial, 'SERIAL').replaceAll(user.email, 'ADDRESS').replaceAll(stranger, 'ADDRESS');
  };
  const answersOf = async (serial: string) => ({
    row: await of(serial),
    file: await rowInFile(serial),
    request: await refusalOf(owner.api.call(requestAccess, { params: { serial }, body: { minutes: 5 } })),
    end: await refusalOf(end(owner, serial)),
    again: await refusalOf(assignUnseen(owner, serial, stranger)),
    cancel: await refusalOf(cancel(owner, serial)),
    afterwards: await refusalOf(assignUnseen(owner, serial, serial === known ? user.email : stranger)),
  });
  await assignUnseen(owner, known, user.email);
  await assignUnseen(owner, unknown, stranger);

  const [ofUser, ofStranger] = [await answersOf(known), await answersOf(unknown)];

  expect(ofUser).toEqual(ofStranger);
  expect(ofUser.row).toMatchObject({ name: null, assignment: 'waiting' });
  expect(ofUser.file).toMatch(/\r\nSERIAL,.*,ADDRESS,/);
  expect(ofUser.file).not.toContain('Zebedee');
  const search = { sort: 'name', limit: 25, search: 'zebedee' } as const;
  expect((await owner.api.call(listDeviceTable, { query: search })).devices).toEqual([]);

  expect(await serialsOf(user)).toEqual([known]);
  expect(await of(known)).toMatchObject({ name: expect.stringMatching(/^Zebedee/) as string, assignment: 'assigned' });
});

test('assigning to an unknown address waits with the same response and mail, and the device counts as assigned [IDEV-05] [T34]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const [known, unknown] = [await deviceOf(portal, owner), await deviceOf(portal, owner)];
  const email = newAddress();
  const answers = await Promise.all(
    [
      [known, user.email],
      [unknown, email],
    ].map(([serial, address]) =>
      rawCall(portal, {
        method: 'POST',
        path: `/api/devices/${serial}/assignment`,
        person: owner,
        body: { email: address },
      }),
    ),
  );
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, '{"done":true}']));
  const [toUser, toStranger] = [(await mailsTo(user.email))[0]!, (await mailsTo(email))[0]!];
  expect([toStranger.subject, toStranger.text]).toEqual([toUser.subject, toUser.text]);
  for (const word of [unknown, 'Work ute']) expect(toStranger.text).not.toContain(word);
  expect(await relation(owner, unknown)).toBe('installer_assigned');
  expect(await refusalOf(assign(owner, unknown, newAddress()))).toBe('conflict');
  expect(await refusalOf(end(owner, unknown))).toBe('not_found');
});

test('a person who signs up with the address gets the device, without earlier positions [IDEV-05]', async () => {
  const owner = await installer();
  const [first, second] = [await deviceOf(portal, owner), await deviceOf(portal, owner)];
  const email = newAddress();
  for (const serial of [first, second]) await assign(owner, serial, email);
  await portal.clock.advance(1_000);
  const stream = await openStream(portal, owner);
  const user = await signUpByMail(portal, email);
  expect(
    (
      await eventually(
        () => serialsOf(user),
        (serials) => serials.length === 2,
      )
    ).toSorted(),
  ).toEqual([first, second].toSorted());
  await stream.until('devices.changed');
  expect(await portal.app.devices.findFor(user.id, first)).toMatchObject({
    relation: 'assigned_user',
    since: portal.clock.now(),
  });
  const { rows } = await sql`
    select actor_id, details from audit_log where action = 'device.takeEffect' and subject_id = ${first}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ actorId: null, details: { accountId: user.id } }]);
  stream.close();
});

test('a user who changes to the address gets the waiting device [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  const email = newAddress();
  await assign(owner, serial, email);
  await user.api.call(changeEmail, { body: { email } });
  expect(await serialsOf(user)).toEqual([]);
  const [mail] = (await mailsTo(email)).filter(({ text }) => /^\d{6}/.test(text));
  await user.api.call(confirmEmail, { body: { code: /^\d+/.exec(mail!.text)![0] } });
  await eventually(
    () => serialsOf(user),
    (serials) => serials.includes(serial),
  );
});

test('a lost notification of a confirmed address is made up for, once [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  const email = newAddress();
  await assign(owner, serial, email);
  // Simulates a crash between the confirmation and the notification.
  await sql`update person set email = ${email} where id = ${user.id}`.execute(portal.test.database.sql);
  expect(await assignmentsOf(portal, serial)).toMatchObject([{ accountId: null, email }]);
  await portal.app.assignments.sweep();
  await portal.app.assignments.sweep();
  expect(await assignmentsOf(portal, serial)).toMatchObject([{ accountId: user.id, email: null, endedAt: null }]);
  const { rows } = await sql`
    select from audit_log where action = 'device.takeEffect' and subject_id = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
});

test('an unconfirmed address is checked again after ten minutes, not before [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  const email = newAddress();
  await assign(owner, serial, email);
  await portal.app.assignments.sweep();
  await sql`update person set email = ${email} where id = ${user.id}`.execute(portal.test.database.sql);
  await portal.app.assignments.sweep();
  expect(await assignmentsOf(portal, serial)).toMatchObject([{ accountId: null }]);
  portal.clock.set(new Date(portal.clock.now().getTime() + 10 * 60_000));
  await portal.app.assignments.sweep();
  expect(await assignmentsOf(portal, serial)).toMatchObject([{ accountId: user.id }]);
});

test.each([
  [{}, texts.emailMissing],
  [{ email: '' }, texts.emailMissing],
  [{ email: '   ' }, texts.emailMissing],
  [{ email: 5 }, texts.emailMissing],
  [{ email: 'nobody' }, texts.emailInvalid],
  [{ email: '🚗@example.com' }, texts.emailInvalid],
  [{ email: '\u202emoc.elpmaxe@a' }, texts.emailInvalid],
  [{ email: 'javascript:alert(1)' }, texts.emailInvalid],
  [{ email: `${'a'.repeat(250)}@example.com` }, texts.emailInvalid],
])('the address %o is refused by its field [IDEV-05]', async (body, message) => {
  const owner = await installer();
  const answer = await rawCall(portal, {
    method: 'POST',
    path: `/api/devices/${newSerial()}/assignment`,
    person: owner,
    body,
  });
  expect([answer.status, refusalIn(answer)]).toMatchObject([400, { field: 'body.email', message }]);
});

test('any other field in the body is refused [IDEV-05]', async () => {
  const owner = await installer();
  const body = { email: newAddress(), accountId: owner.id };
  const path = `/api/devices/${newSerial()}/assignment`;
  expect((await rawCall(portal, { method: 'POST', path, person: owner, body })).status).toBe(400);
});

test('an address gets a limited number of mails a day, whatever is assigned [IDEV-05] [T58]', async () => {
  const [owner, email] = [await installer(), newAddress()];
  for (let device = 0; device <= assignmentRules.mailsPerAddress; device += 1)
    await assign(owner, await deviceOf(portal, owner), email);
  expect(await mailsTo(email)).toHaveLength(assignmentRules.mailsPerAddress);
});

test('a cancelled waiting assignment gives the address no device, and the device can be assigned again [IDEV-05] [T34]', async () => {
  const owner = await installer();
  const serial = await deviceOf(portal, owner);
  const email = newAddress();
  await assign(owner, serial, email);
  await cancel(owner, serial);
  expect(await refusalOf(cancel(owner, serial))).toBe('not_found');
  expect(await serialsOf(await signUpByMail(portal, email))).toEqual([]);
  const user = await portal.person();
  await assign(owner, serial, user.email);
  expect(await serialsOf(user)).toEqual([serial]);
});

test.each([true, false])(
  'the name that a former user gave does not go on to another address, with an account: %s [IDEV-05]',
  async (hasAccount) => {
    const [owner, former] = [await installer(), await portal.person()];
    const serial = await deviceOf(portal, owner);
    const nameFor = async (person: SignedIn) => (await portal.app.devices.findFor(person.id, serial))!.name;
    const rename = (person: SignedIn, nickname: string) =>
      person.api.call(renameDevice, { params: { serial }, body: { nickname } });
    await rename(owner, 'Van 7');
    await assign(owner, serial, former.email);
    expect(await nameFor(former)).toBe('Van 7');
    await rename(former, 'Bag of Emma');
    await end(former, serial);
    await assign(owner, serial, former.email);
    expect(await nameFor(former)).toBe('Bag of Emma');
    await end(former, serial);
    await assign(owner, serial, hasAccount ? (await portal.person()).email : newAddress());
    expect(await nameFor(owner)).toBe(deviceName(serial, null));
  },
);

test('ending an assignment notifies the user, who loses access and can still give the device back [IDEV-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  const stream = await openStream(portal, user);
  await assign(owner, serial, user.email);
  await end(owner, serial);
  expect(await stream.until('devices.assignment', 2)).toEqual([
    { serialNumber: serial, what: 'assigned' },
    { serialNumber: serial, what: 'ended' },
  ]);
  expect(await serialsOf(user)).toEqual([]);
  expect((await mailsTo(user.email))[0]).toMatchObject({ subject: texts.endedMailSubject('Work ute') });
  expect(await relation(user, serial)).toBe('none');
  expect(await user.api.call(listTakenDevices, {})).toEqual({
    devices: [{ serialNumber: serial, endedAt: portal.clock.now().toISOString() }],
  });
  await end(user, serial);
  expect(await user.api.call(listTakenDevices, {})).toEqual({ devices: [] });
  expect(await refusalOf(end(user, serial))).toBe('not_found');
  expect(await relation(owner, serial)).toBe('installer_unassigned');
  stream.close();
});

test.each([
  ['user', '/user'],
  ['installer', '/installer/devices'],
] as const)(
  'the email of an ended assignment leads %s accounts to %s, which confirms the return [IDEV-05]',
  async (role, path) => {
    const [owner, user] = [await installer(), await portal.person({ role })];
    const serial = await deviceOf(portal, owner);
    await assign(owner, serial, user.email);
    await end(owner, serial);
    expect((await mailsTo(user.email))[0]!.text).toContain(`${portal.url}${path}\n`);
  },
);

test('a user gives the device back, and the installer is notified and has the device unassigned from then on [UDASH-05]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const serial = await deviceOf(portal, owner);
  await assign(owner, serial, user.email);
  await portal.clock.advance(5_000);
  const stream = await openStream(portal, owner);
  expect(await end(user, serial)).toEqual(done);
  await stream.until('devices.changed');
  expect(await portal.app.devices.findFor(owner.id, serial)).toMatchObject({
    relation: 'installer_unassigned',
    since: portal.clock.now(),
  });
  expect(await mailsTo(owner.email)).toEqual([]);
  await assign(owner, serial, (await portal.person()).email);
  stream.close();
});

test('a device assigned to an installer gives the installer the user’s controls, including giving back [IDEV-07]', async () => {
  const [owner, other] = [await installer(), await installer()];
  const serial = await deviceOf(portal, owner);
  await assign(owner, serial, other.email);
  expect(await relation(other, serial)).toBe('assigned_user');
  const { statuses } = await other.api.call(listStatuses, {});
  expect(statuses.map(({ serialNumber }) => serialNumber)).toEqual([serial]);
  await end(other, serial);
  expect(await relation(other, serial)).toBe('none');
  await assign(owner, serial, owner.email);
  expect(await relation(owner, serial)).toBe('assigned_user');
  expect(await refusalOf(assign(owner, serial, newAddress()))).toBe('forbidden');
  await end(owner, serial);
  expect(await relation(owner, serial)).toBe('installer_unassigned');
});
