import { deleteAccount, updateProfile } from '@trace/contract/accounts/accounts.api';
import { removeMember } from '@trace/contract/companies/companies.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { createHmac } from 'node:crypto';
import {
  closeIncident,
  listIncidents,
  noteIncident,
  readIncident,
  releaseIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import { closeByLink, readByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { listStaffIncidents, readStaffIncident, takeStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { listPanicContacts, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { changeStaff } from '@trace/contract/support-staff/support-staff.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { incidentOf, passSeconds, press as pressOf } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { assignDevice, registerDevice } from '#testing/trackers';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';

let world: PanicContactsWorld;
let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  world = await startPanicContactsWorld();
  ({ portal } = world);
  [installer, staff] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'staff' })];
});
afterAll(() => world.stop());

let phones = 0;
/** A number that no other test of this file uses. */
const newPhone = (): string => `+6149157${String((phones += 1)).padStart(4, '0')}`;

/** A premium user with a device, and contacts by SMS with consent. */
async function protectedUser(contacts = 1) {
  const user = await portal.person({ premium: true });
  const numbers = Array.from({ length: contacts }, newPhone);
  for (const [index, phone] of numbers.entries())
    await world.agreed(user, { name: ['Jonas', 'Ana'][index]!, phone, channels: ['sms'] });
  const device = await assignedDevice(portal, installer, user);
  return { user, device, numbers };
}

const press = (device: HandDevice, fields?: object): Promise<void> => pressOf(portal, device, fields);
const pass = (sec: number): Promise<void> => passSeconds(portal, sec);

const activeOf = async (person: SignedIn) =>
  (await person.api.call(listIncidents, { query: { state: 'active', limit: 100 } })).incidents;
const read = (person: SignedIn, id: string): Promise<IncidentDetails> =>
  person.api.call(readIncident, { params: { id } });

/** The transactions that wait for a table lock. */
async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from pg_locks where not granted and relation = 'panic_recipient'::regclass`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.count;
}

const smsTo = (phone: string): string[] => world.sms.list().flatMap(({ to, text }) => (to === phone ? [text] : []));
const emergencySmsTo = (phone: string): string[] => smsTo(phone).filter((text) => text.includes('/emergency#'));
const mailsAboutPressTo = ({ email }: SignedIn): number =>
  world.mails.to(email).filter(({ subject }) => subject.includes('pressed the panic button')).length;
const tokenIn = (text: string): string => /emergency#([\w-]{43})/.exec(text)![1]!;
const kindsOf = ({ steps }: IncidentDetails): string[] => steps.map(({ kind }) => kind);

describe('the chain', () => {
  test('the first turn is not called an escalation when the database needed seconds for the press [PANIC-04]', async () => {
    const { user, device } = await protectedUser();
    let pressed: Promise<void> | undefined;
    await portal.test.database.transaction(async (tx) => {
      await sql`lock table panic_recipient in exclusive mode`.execute(tx);
      pressed = press(device);
      await eventually(waitingForLock, (count) => count > 0);
      portal.clock.set(new Date(portal.clock.now().getTime() + 2_000));
    });
    await pressed;
    const kinds = kindsOf(await incidentOf(user));
    expect(kinds).toContain('notified');
    expect(kinds).not.toContain('escalated');
    device.cut();
  });

  test('a press of a tracker notifies wearer and contact, then the next contact, then company and support [PANIC-03] [PANIC-04]', async () => {
    const { user, device, numbers } = await protectedUser(2);
    await press(device);
    const incident = await incidentOf(user);
    await pass(0);
    expect(incident.you).toMatchObject({ role: 'wearer', isRinging: true });
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(1);
    expect(emergencySmsTo(numbers[1]!)).toHaveLength(0);
    expect(incident.next!.names).toEqual(['Ana']);
    await pass(30);
    expect(emergencySmsTo(numbers[1]!)).toHaveLength(1);
    expect((await activeOf(installer)).find(({ id }) => id === incident.id)!.you).toMatchObject({
      role: 'company',
      isRinging: false,
      mayTake: false,
    });
    await expect(installer.api.call(takeIncident, { params: { id: incident.id } })).rejects.toThrow(texts.mayNotTake);
    expect(JSON.stringify(await read(installer, incident.id))).not.toMatch(/Jonas|Ana/);
    await pass(60);
    const late = await read(installer, incident.id);
    expect(late.you).toMatchObject({ isRinging: true, mayTake: true });
    expect(late.positions).toBeNull();
    expect((await staff.api.call(readStaffIncident, { params: { id: incident.id } })).you.isRinging).toBe(true);
    expect(kindsOf(late).filter((kind) => kind === 'escalated')).toHaveLength(2);
    await pass(60);
    expect(kindsOf(await read(user, incident.id))).toContain('nobody_took');
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(2);
    device.cut();
  });

  test('a contact sees the position inside the incident alone, and the view is in the access log [PANIC-07]', async () => {
    const { user, device, numbers } = await protectedUser();
    await press(device, { lat: -33.8462, lng: 151.0331 });
    await incidentOf(user);
    await pass(0);
    const token = tokenIn(emergencySmsTo(numbers[0]!)[0]!);
    const seen = await portal.stranger.call(readByLink, { body: { token } });
    expect(seen).toMatchObject({
      you: { role: 'contact', name: 'Jonas' },
      positions: [{ lat: -33.8462, lng: 151.0331 }],
    });
    const { looks } = await user.api.call(listLooks, { query: { limit: 50 } });
    expect(looks).toMatchObject([{ viewer: { name: 'Jonas' }, right: 'panic', what: 'live', positions: 1 }]);
    await portal.stranger.call(takeByLink, { body: { token } });
    await portal.stranger.call(closeByLink, { body: { token, outcome: 'helped', note: 'At home' } });
    const over = await portal.stranger.call(readByLink, { body: { token } });
    expect(over).toMatchObject({ positions: null, closed: { outcome: 'helped', name: 'Jonas', note: 'At home' } });
    const guessed = createHmac('sha256', 'key').update('guess').digest('base64url');
    await expect(portal.stranger.call(readByLink, { body: { token: guessed } })).rejects.toThrow(texts.linkOver);
    device.cut();
  });

  test('an email to a contact without an account has the time in the zone of the wearer [PANIC-03]', async () => {
    const user = await portal.person({ premium: true });
    await user.api.call(updateProfile, { body: { timeZone: 'Pacific/Auckland' } });
    await world.agreed(user, { email: 'tui@kin.example', channels: ['email'] });
    const device = await assignedDevice(portal, installer, user);
    await press(device);
    await incidentOf(user);
    await pass(0);
    const [mail] = world.mails.to('tui@kin.example').filter(({ text }) => text.includes('When:'));
    expect(mail?.text).toContain('(Pacific/Auckland)');
    device.cut();
  });

  test('a contact whom the wearer removes sees no position from then on [PANIC-07]', async () => {
    const { user, device, numbers } = await protectedUser();
    await press(device, { lat: -33.8462, lng: 151.0331 });
    await incidentOf(user);
    await pass(0);
    const token = tokenIn(emergencySmsTo(numbers[0]!)[0]!);
    expect((await portal.stranger.call(readByLink, { body: { token } })).positions).toHaveLength(1);
    const { contacts } = await user.api.call(listPanicContacts, {});
    await user.api.call(removePanicContact, { params: { id: contacts[0]!.id } });
    expect((await portal.stranger.call(readByLink, { body: { token } })).positions).toEqual([]);
    device.cut();
  });

  test('a panic of the next user of a device is another incident, and shows nobody else a position [PANIC-03] [PANIC-04]', async () => {
    const { user: former, device } = await protectedUser();
    await press(device, { lat: 1, lng: 10 });
    const before = await incidentOf(former);
    await endAssignment(portal, device.serial);
    const next = await portal.person({ premium: true });
    const phone = newPhone();
    await world.agreed(next, { name: 'Mia', phone, channels: ['sms'] });
    await assignDevice(portal, device.serial, installer, next);
    await device.say('location', { lat: 2, lng: 10, ts: portal.clock.now().getTime() + 1_000 });
    await press(device, { lat: 3, lng: 10 });
    await pass(31);
    const own = await incidentOf(next);
    expect(own.id).not.toBe(before.id);
    expect(own.positions!.map(({ lat }) => lat)).toContain(3);
    expect(emergencySmsTo(phone)).toHaveLength(1);
    expect((await read(former, before.id)).positions!.map(({ lat }) => lat)).toEqual([1]);
    device.cut();
  });

  test('of two people who take at once one has the incident, and the others stop ringing [PANIC-04]', async () => {
    const { user, device, numbers } = await protectedUser(2);
    await press(device);
    const { id } = await incidentOf(user);
    await pass(90);
    const token = tokenIn(emergencySmsTo(numbers[0]!)[0]!);
    const stream = await openStream(portal, user);
    const results = await Promise.allSettled([
      portal.stranger.call(takeByLink, { body: { token } }),
      installer.api.call(takeIncident, { params: { id } }),
      staff.api.call(takeStaffIncident, { params: { id } }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const after = await read(user, id);
    expect(after.taken).not.toBeNull();
    expect(after.you.isRinging).toBe(false);
    expect(kindsOf(after).filter((kind) => kind === 'taken')).toHaveLength(1);
    await eventually(
      () => stream.of('panic-changed'),
      (events) => events.some(({ isRinging }) => isRinging === false),
    );
    stream.close();
    await pass(120);
    expect(kindsOf(await read(user, id))).not.toContain('nobody_took');
    const mails = world.mails.to(user.email).map(({ subject }) => subject);
    expect(mails).toContain(texts.takenSubject(after.taken!.name));
    device.cut();
  });

  test('the timeline stays in the order of writing when the ids grow by a digit [PANIC-04]', async () => {
    const { user, device } = await protectedUser();
    await sql`select setval(pg_get_serial_sequence('panic_step', 'id'), 9998)`.execute(portal.test.database.sql);
    await press(device);
    const { id } = await incidentOf(user);
    await pass(0);
    await user.api.call(takeIncident, { params: { id } });
    await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    const ids = (await read(user, id)).steps.map((step) => Number(step.id));
    expect(ids[0]).toBe(9999);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    device.cut();
  });

  test('a further press of a taken incident reaches the person who has it on every channel, and nobody else [PANIC-04]', async () => {
    const { user, device, numbers } = await protectedUser(2);
    await press(device);
    await incidentOf(user);
    await pass(0);
    await portal.stranger.call(takeByLink, { body: { token: tokenIn(emergencySmsTo(numbers[0]!)[0]!) } });
    await pass(61);
    await press(device);
    await pass(0);
    expect(numbers.map((number) => emergencySmsTo(number).length)).toEqual([2, 0]);
    device.cut();
  });

  test('a further press reaches support who took the incident before the own turn [PANIC-04]', async () => {
    const { user, device } = await protectedUser();
    await press(device);
    const { id } = await incidentOf(user);
    await staff.api.call(takeStaffIncident, { params: { id } });
    const before = mailsAboutPressTo(staff);
    await pass(61);
    await press(device);
    await pass(0);
    expect(mailsAboutPressTo(staff) - before).toBe(1);
    device.cut();
  });

  test('an employee who has left the company no longer sees the incident after giving it back [PANIC-03] [GUARD-07]', async () => {
    const owner = await portal.person({ role: 'installer' });
    const employee = await portal.person({ role: 'installer' });
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    const device = await connectByHand(portal);
    await registerDevice(portal, device.serial, owner);
    await press(device);
    const [found] = await eventually(
      () => activeOf(employee),
      (all) => all.length > 0,
    );
    expect(found!.you).toMatchObject({ role: 'company', isRinging: true });
    const params = { id: found!.id };
    await employee.api.call(takeIncident, { params });
    await owner.api.call(removeMember, { params: { id: company.id, memberId } });
    expect((await read(employee, found!.id)).you.mayRelease).toBe(true);
    // Giving back succeeds and ends the access, so the answer is the one for strangers.
    await expect(employee.api.call(releaseIncident, { params })).rejects.toThrow(texts.notFound);
    expect(await activeOf(employee)).toEqual([]);
    await expect(read(employee, found!.id)).rejects.toThrow(texts.notFound);
    await expect(employee.api.call(takeIncident, { params })).rejects.toThrow(texts.notFound);
    expect((await read(owner, found!.id)).taken).toBeNull();
    device.cut();
  });

  test('giving back rings everyone again, and a note stands in the timeline [PANIC-04]', async () => {
    const { user, device, numbers } = await protectedUser();
    await press(device);
    const { id } = await incidentOf(user);
    await pass(0);
    await user.api.call(seeIncident, { params: { id } });
    await user.api.call(takeIncident, { params: { id } });
    await user.api.call(noteIncident, { params: { id }, body: { text: 'Driving home' } });
    expect((await user.api.call(releaseIncident, { params: { id } })).you.isRinging).toBe(true);
    await pass(0);
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(2);
    const closed = await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    expect(kindsOf(closed)).toEqual(
      expect.arrayContaining(['pressed', 'notified', 'seen', 'taken', 'noted', 'released', 'closed']),
    );
    await expect(user.api.call(takeIncident, { params: { id } })).rejects.toThrow(texts.isClosed);
    device.cut();
  });
});

test('a contact who deletes the account leaves no name in the incidents of others [SET-03]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leaving Contact', email: contact.email, channels: ['email'] });
  const device = await assignedDevice(portal, installer, user);
  await press(device, { lat: -33.8, lng: 151 });
  const { id } = await incidentOf(user);
  const params = { id };
  await read(contact, id);
  await contact.api.call(seeIncident, { params });
  await contact.api.call(takeIncident, { params });
  await contact.api.call(closeIncident, { params, body: { outcome: 'helped' } });
  expect(JSON.stringify(await read(user, id))).toContain('Leaving Contact');
  await contact.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(JSON.stringify(await read(user, id))).not.toContain('Leaving Contact');
  const { looks } = await user.api.call(listLooks, { query: { limit: 50 } });
  expect(looks.map(({ viewer }) => viewer.name)).toEqual(['Deleted account']);
  device.cut();
});

test('an incident whose taker deletes the account rings the others again [PANIC-04] [SET-03]', async () => {
  const { user, device, numbers } = await protectedUser();
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leo', email: contact.email, channels: ['email'] });
  await press(device);
  const { id } = await incidentOf(user);
  await pass(30);
  await contact.api.call(takeIncident, { params: { id } });
  await contact.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  const after = await read(user, id);
  expect([after.taken, after.you.isRinging, kindsOf(after).at(-1)]).toEqual([null, true, 'notified']);
  await pass(0);
  expect(emergencySmsTo(numbers[0]!)).toHaveLength(2);
  device.cut();
});

/** The removal of a contact from the list of a user. */
async function removeContact(user: SignedIn, name: string): Promise<void> {
  const { contacts } = await user.api.call(listPanicContacts, {});
  const { id } = contacts.find((contact) => contact.name === name)!;
  await user.api.call(removePanicContact, { params: { id } });
}

/** The link of a contact in the newest emergency SMS. */
const linkOf = (phone: string): string => tokenIn(emergencySmsTo(phone).at(-1)!);

describe('takers who can help no more', () => {
  test('an incident rings again when the wearer removes the contact who has taken it [PANIC-04] [PANIC-07]', async () => {
    const { user, device, numbers } = await protectedUser(2);
    const [jonas, ana] = numbers as [string, string];
    await press(device);
    const { id } = await incidentOf(user);
    await pass(31);
    const token = linkOf(ana);
    await portal.stranger.call(takeByLink, { body: { token } });
    await removeContact(user, 'Ana');
    await pass(0);
    const after = await read(user, id);
    expect([after.taken, after.you.isRinging]).toEqual([null, true]);
    expect(after.steps).toContainEqual(
      expect.objectContaining({ kind: 'released', name: 'Ana', role: 'contact', hasLeft: true }),
    );
    expect([emergencySmsTo(jonas).length, emergencySmsTo(ana).length]).toEqual([2, 1]);
    await expect(portal.stranger.call(takeByLink, { body: { token } })).rejects.toThrow(texts.mayNotTake);
    device.cut();
  });

  test('an incident rings again when the staff member who has taken it is deactivated [PANIC-04] [SUPP-04]', async () => {
    const { user, device, numbers } = await protectedUser();
    const admin = await portal.person({ role: 'staff', admin: true });
    const leaving = await portal.person({ role: 'staff' });
    await press(device);
    const { id } = await incidentOf(user);
    await pass(0);
    await leaving.api.call(takeStaffIncident, { params: { id } });
    const { id: staffId } = leaving;
    await admin.api.call(changeStaff, { params: { id: staffId }, body: { isActive: false } });
    await pass(0);
    const after = await read(user, id);
    expect([after.taken, after.you.isRinging]).toEqual([null, true]);
    expect(kindsOf(after)).toContain('released');
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(2);
    device.cut();
  });

  test('a queued email does not reach deactivated staff who took the incident before the own turn [PANIC-04] [SUPP-04]', async () => {
    const { user, device } = await protectedUser();
    const admin = await portal.person({ role: 'staff', admin: true });
    const leaving = await portal.person({ role: 'staff' });
    await press(device);
    const { id } = await incidentOf(user);
    await leaving.api.call(takeStaffIncident, { params: { id } });
    await pass(61);
    world.mails.failWith(451);
    await press(device);
    const attempts = async () =>
      (await portal.app.mail.listRecent(20)).filter((mail) => mail.recipient === leaving.email && mail.attempts > 0);
    await eventually(attempts, (mails) => mails.length > 0);
    await admin.api.call(changeStaff, { params: { id: leaving.id }, body: { isActive: false } });
    world.mails.failWith(null);
    await pass(6);
    expect(mailsAboutPressTo(leaving)).toBe(0);
    expect(await attempts()).toMatchObject([{ lastError: 'the recipient has left the incident' }]);
    device.cut();
  });
});

describe('presses', () => {
  test('a repeat within the cool-down is recorded and notifies nobody twice [PANIC-03]', async () => {
    const { user, device, numbers } = await protectedUser();
    await press(device);
    await incidentOf(user);
    await pass(10);
    await press(device);
    const [incident] = await eventually(
      () => activeOf(user),
      ([one]) => one?.presses === 2,
    );
    await pass(0);
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(1);
    await pass(61);
    await press(device);
    await eventually(
      () => activeOf(user),
      ([one]) => one?.presses === 3,
    );
    await pass(0);
    expect(emergencySmsTo(numbers[0]!)).toHaveLength(2);
    expect(incident!.id).toBe((await activeOf(user))[0]!.id);
    device.cut();
  });

  test('a late press notifies with its age unless the closed incident holds it [PANIC-03] [PANIC-04]', async () => {
    const { user, device } = await protectedUser();
    const first = portal.clock.now().getTime();
    await press(device);
    const { id } = await incidentOf(user);
    await pass(120);
    await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    await pass(100);
    await device.say('event', { kind: 'panic', ts: first + 10_000 });
    await eventually(
      () => read(user, id),
      ({ presses }) => presses === 2,
    );
    expect(await activeOf(user)).toEqual([]);
    await device.say('event', { kind: 'panic', ts: first + 90_000 });
    expect((await incidentOf(user)).lateSec).toBe(130);
    device.cut();
  });

  test('a fresh position is requested and attached with its age, and an old one is stale [PANIC-03]', async () => {
    const { user, device } = await protectedUser();
    await device.say('location', { lat: -33.8, lng: 151, ts: portal.clock.now().getTime() });
    await pass(600);
    await press(device);
    const { id } = await incidentOf(user);
    await pass(0);
    const before = await read(user, id);
    expect(before.positions).toMatchObject([{ lat: -33.8, isStale: true }]);
    const [command] = await eventually(
      () => device.commands(),
      (all) => all.length > 0,
    );
    await device.answer(command!, { success: true, location: { latitude: -33.84, longitude: 151.03, accuracyM: 8 } });
    const { positions, steps } = await eventually(
      () => read(user, id),
      (found) => found.positions?.length === 2,
    );
    expect(positions![0]).toMatchObject({ lat: -33.84, isStale: false, accuracyM: 8 });
    expect(steps.filter(({ kind }) => kind === 'position_received')).toMatchObject([
      { staleSec: expect.any(Number), movedM: null },
      { staleSec: null, accuracyM: 8 },
    ]);
    device.cut();
  });

  test('the free plan shows the press to the user and, without position, to installer and support [PANIC-03]', async () => {
    const user = await portal.person();
    const device = await assignedDevice(portal, installer, user);
    await press(device, { lat: -33.1, lng: 151.1 });
    const { id, positions, recipients, next } = await incidentOf(user);
    expect([positions!.length, recipients.length, next]).toEqual([1, 1, null]);
    expect((await read(installer, id)).positions).toBeNull();
    const { incidents } = await staff.api.call(listStaffIncidents, { query: { state: 'active', limit: 100 } });
    expect(incidents.map((each) => each.id)).toContain(id);
    await pass(120);
    expect((await read(installer, id)).you.isRinging).toBe(false);
    expect(world.mails.to(user.email).filter(({ subject }) => subject.includes('panic'))).toEqual([]);
    device.cut();
  });

  test('a device without a user notifies its installer and support at once [PANIC-09]', async () => {
    const device = await connectByHand(portal);
    await registerDevice(portal, device.serial, installer);
    await press(device);
    const found = await eventually(
      () => activeOf(installer),
      (all) => all.some(({ wearers }) => wearers.length === 0),
    );
    expect(found.find(({ wearers }) => wearers.length === 0)!.you.isRinging).toBe(true);
    device.cut();
  });

  test('strangers and other users learn nothing of an incident [PANIC-03] [T02]', async () => {
    const { user, device } = await protectedUser();
    const other = await portal.person({ premium: true });
    await press(device);
    const { id } = await incidentOf(user);
    expect(await activeOf(other)).toEqual([]);
    await expect(read(other, id)).rejects.toThrow(texts.notFound);
    await expect(other.api.call(takeIncident, { params: { id } })).rejects.toThrow(texts.notFound);
    device.cut();
  });

  test('every effect of a press is stored in the transaction of its acknowledgement [PANIC-06]', async () => {
    const { user, device } = await protectedUser();
    // All effects after the commit are rows, so a server that dies here loses no message.
    await press(device);
    const { rows } = await sql<{ jobs: number; waiting: number }>`
      select (select count(*)::int from job where name like 'panic.%' or name like 'mail.%') as jobs,
        (select count(*)::int from panic_delivery d join panic_recipient r on r.id = d.recipient_id
          join panic_incident_device i on i.incident_id = r.incident_id where i.user_id = ${user.id}) as waiting`.execute(
      portal.test.database.sql,
    );
    expect(rows[0]!.waiting).toBeGreaterThanOrEqual(4);
    expect(rows[0]!.jobs).toBeGreaterThanOrEqual(1);
    device.cut();
  });
});
