import { updateProfile } from '@trace/contract/accounts/accounts.api';
import { removeMember } from '@trace/contract/companies/companies.api';
import { createHmac } from 'node:crypto';
import {
  closeIncident,
  noteIncident,
  releaseIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import { closeByLink, readByLink, releaseByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import { readStaffIncident, takeStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { listPanicContacts, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { addStaff } from '@trace/contract/support-staff/support-staff.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { hold } from '#testing/held-rows';
import { activeOf, incidentOf, readAs } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { assignDevice, registerDevice } from '#testing/trackers';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { kindsOf, startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal, installer, staff } = world);
});
afterAll(() => world.stop());

/** The transactions that wait for a table lock. */
async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from pg_locks where not granted and relation = 'panic_recipient'::regclass`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.count;
}

async function isEscalating(): Promise<boolean> {
  const { rows } = await sql`select from job where name = 'panic.escalate' and lease is not null`.execute(
    portal.test.database.sql,
  );
  return rows.length > 0;
}

describe('the chain', () => {
  test('the first turn is not called an escalation when the database needed seconds for the press [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    let pressed: Promise<void> | undefined;
    await portal.test.database.transaction(async (tx) => {
      await sql`lock table panic_recipient in exclusive mode`.execute(tx);
      pressed = world.press(device);
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
    const { user, device, numbers } = await world.protectedUser(2);
    await world.press(device);
    const incident = await incidentOf(user);
    await world.pass(0);
    expect(incident.you).toMatchObject({ role: 'wearer', isRinging: true });
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(1);
    expect(world.emergencySmsTo(numbers[1]!)).toHaveLength(0);
    expect(incident.next!.names).toEqual(['Ana']);
    await world.pass(30);
    expect(world.emergencySmsTo(numbers[1]!)).toHaveLength(1);
    expect((await activeOf(installer)).find(({ id }) => id === incident.id)!.you).toMatchObject({
      role: 'company',
      isRinging: false,
      mayTake: false,
    });
    await expect(installer.api.call(takeIncident, { params: { id: incident.id } })).rejects.toThrow(texts.mayNotTake);
    expect(JSON.stringify(await readAs(installer, incident.id))).not.toMatch(/Jonas|Ana/);
    await world.pass(60);
    const late = await readAs(installer, incident.id);
    expect(late.you).toMatchObject({ isRinging: true, mayTake: true });
    expect(late.positions).toBeNull();
    expect((await staff.api.call(readStaffIncident, { params: { id: incident.id } })).you.isRinging).toBe(true);
    expect(kindsOf(late).filter((kind) => kind === 'escalated')).toHaveLength(2);
    await world.pass(60);
    expect(kindsOf(await readAs(user, incident.id))).toContain('nobody_took');
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
    device.cut();
  });

  test('the wearer learns again that no one has the incident when it was taken and given back [PANIC-04]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    const nobodyMails = () => world.mails.to(user.email).filter(({ subject }) => subject === texts.nobodySubject);
    await world.press(device);
    await incidentOf(user);
    for (const sec of [90, 61]) await world.pass(sec);
    await expect.poll(nobodyMails).toHaveLength(1);
    const body = { token: tokenIn(world.emergencySmsTo(numbers[0]!)[0]!) };
    await portal.stranger.call(takeByLink, { body });
    await portal.stranger.call(releaseByLink, { body });
    await world.pass(61);
    await expect.poll(nobodyMails).toHaveLength(2);
    device.cut();
  });

  test('a repeated round shows when the incident was seen, not when the round was sent [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    await world.press(device);
    const { id } = await incidentOf(user);
    await user.api.call(seeIncident, { params: { id } });
    const seenBy = portal.clock.now();
    await world.pass(61);
    await world.press(device);
    const { recipients } = await readAs(user, id);
    const [page] = recipients.find(({ role }) => role === 'wearer')!.deliveries;
    expect(page).toMatchObject({ channel: 'portal', state: 'seen' });
    expect(new Date(page!.at) <= seenBy).toBe(true);
    device.cut();
  });

  test('no push tells a user on the free plan that support took the incident [PANIC-03]', async () => {
    const user = await portal.person();
    const browser = await world.subscribe(user);
    const device = await assignedDevice(portal, installer, user);
    await world.press(device);
    const { id } = await incidentOf(user);
    await staff.api.call(takeStaffIncident, { params: { id } });
    await world.pass(0);
    expect(browser.received).toEqual([]);
    device.cut();
  });

  test('a contact sees the position inside the incident alone, and the view is in the access log [PANIC-07]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    await world.press(device, { lat: -33.8462, lng: 151.0331 });
    await incidentOf(user);
    await world.pass(0);
    const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
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

  test('a turn is notified when the clock steps back between the start of its job and its check [PANIC-04]', async () => {
    const { user, device, numbers } = await world.protectedUser(2);
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(0);
    const dueMs = portal.clock.now().getTime() + 30_000;
    portal.clock.set(new Date(dueMs));
    const held = await hold(portal, sql`select from panic_incident where id = ${id} for update`);
    const done = portal.app.jobs.runDue();
    await eventually(isEscalating, Boolean);
    portal.clock.set(new Date(dueMs - 5));
    await held.release();
    await done;
    await world.pass(1);
    expect(world.emergencySmsTo(numbers[1]!)).toHaveLength(1);
    device.cut();
  });

  test('an email to a contact without an account has the time in the zone of the wearer [PANIC-03]', async () => {
    const user = await portal.person({ premium: true });
    await user.api.call(updateProfile, { body: { timeZone: 'Pacific/Auckland' } });
    await world.agreed(user, { email: 'tui@kin.example', channels: ['email'] });
    const device = await assignedDevice(portal, installer, user);
    await world.press(device);
    await incidentOf(user);
    await world.pass(0);
    const [mail] = world.mails.to('tui@kin.example').filter(({ text }) => text.includes('When:'));
    expect(mail?.text).toContain('(Pacific/Auckland)');
    device.cut();
  });

  test('a contact whom the wearer removes sees no position and expects none from then on [PANIC-07]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    await world.press(device, { lat: -33.8462, lng: 151.0331 });
    await incidentOf(user);
    await world.pass(0);
    const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
    expect((await portal.stranger.call(readByLink, { body: { token } })).positions).toHaveLength(1);
    const { contacts } = await user.api.call(listPanicContacts, {});
    await user.api.call(removePanicContact, { params: { id: contacts[0]!.id } });
    expect((await portal.stranger.call(readByLink, { body: { token } })).positions).toBeNull();
    device.cut();
  });

  test('a panic of the next user of a device is another incident, and shows nobody else a position [PANIC-03] [PANIC-04]', async () => {
    const { user: former, device } = await world.protectedUser();
    await world.press(device, { lat: 1, lng: 10 });
    const before = await incidentOf(former);
    await endAssignment(portal, device.serial);
    const next = await portal.person({ premium: true });
    const phone = world.newPhone();
    await world.agreed(next, { name: 'Mia', phone, channels: ['sms'] });
    await assignDevice(portal, device.serial, installer, next);
    await device.say('location', { lat: 2, lng: 10, ts: portal.clock.now().getTime() + 1_000 });
    await world.press(device, { lat: 3, lng: 10 });
    await world.pass(31);
    const own = await incidentOf(next);
    expect(own.id).not.toBe(before.id);
    expect(own.positions!.map(({ lat }) => lat)).toContain(3);
    expect(world.emergencySmsTo(phone)).toHaveLength(1);
    expect((await readAs(former, before.id)).positions!.map(({ lat }) => lat)).toEqual([1]);
    device.cut();
  });

  test('of two people who take at once one has the incident, and the others stop ringing [PANIC-04]', async () => {
    const { user, device, numbers } = await world.protectedUser(2);
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(90);
    const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
    const stream = await openStream(portal, user);
    const results = await Promise.allSettled([
      portal.stranger.call(takeByLink, { body: { token } }),
      installer.api.call(takeIncident, { params: { id } }),
      staff.api.call(takeStaffIncident, { params: { id } }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const after = await readAs(user, id);
    expect(after.taken).not.toBeNull();
    expect(after.you.isRinging).toBe(false);
    expect(kindsOf(after).filter((kind) => kind === 'taken')).toHaveLength(1);
    await eventually(
      () => stream.of('panic-changed'),
      (events) => events.some(({ isRinging }) => isRinging === false),
    );
    stream.close();
    await world.pass(120);
    expect(kindsOf(await readAs(user, id))).not.toContain('nobody_took');
    const mails = world.mails.to(user.email).map(({ subject }) => subject);
    expect(mails).toContain(texts.takenSubject(after.taken!.name));
    device.cut();
  });

  test('the timeline stays in the order of writing when the ids grow by a digit [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    await sql`select setval(pg_get_serial_sequence('panic_step', 'id'), 9998)`.execute(portal.test.database.sql);
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(0);
    await user.api.call(takeIncident, { params: { id } });
    await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    const ids = (await readAs(user, id)).steps.map((step) => Number(step.id));
    expect(ids[0]).toBe(9999);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    device.cut();
  });

  test('a further press of a taken incident reaches the person who has it on every channel, and nobody else [PANIC-04]', async () => {
    const { user, device, numbers } = await world.protectedUser(2);
    await world.press(device);
    await incidentOf(user);
    await world.pass(0);
    await portal.stranger.call(takeByLink, { body: { token: tokenIn(world.emergencySmsTo(numbers[0]!)[0]!) } });
    await world.pass(61);
    await world.press(device);
    await world.pass(0);
    expect(numbers.map((number) => world.emergencySmsTo(number).length)).toEqual([2, 0]);
    device.cut();
  });

  test('a further press reaches support who took the incident before the own turn [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    await world.press(device);
    const { id } = await incidentOf(user);
    await staff.api.call(takeStaffIncident, { params: { id } });
    const before = world.mailsAboutPressTo(staff);
    await world.pass(61);
    await world.press(device);
    await world.pass(0);
    expect(world.mailsAboutPressTo(staff) - before).toBe(1);
    device.cut();
  });

  test('a further press reaches support who joined after the opening and took the incident [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    await world.press(device);
    const { id } = await incidentOf(user);
    const newcomer = await portal.person({ role: 'staff' });
    await newcomer.api.call(takeStaffIncident, { params: { id } });
    await world.pass(61);
    await world.press(device);
    await world.pass(0);
    expect(world.mailsAboutPressTo(newcomer)).toBe(1);
    device.cut();
  });

  test('support who joined after the turn of support gets further presses and the reminder [PANIC-04] [A-927]', async () => {
    const { user, device } = await world.protectedUser();
    await world.press(device);
    await incidentOf(user);
    for (const sec of [30, 60]) await world.pass(sec);
    const first = await portal.person({ role: 'staff' });
    await world.press(device);
    await world.pass(0);
    expect(world.mailsAboutPressTo(first)).toBe(1);
    const second = await portal.person({ role: 'staff' });
    await world.pass(61);
    expect(world.mailsAboutPressTo(second)).toBe(1);
    device.cut();
  });

  test('no message reaches the address of invited support who has not set a password [PANIC-04] [A-928]', async () => {
    const admin = await portal.person({ role: 'staff', admin: true });
    const body = { email: 'mistyped@example.org', firstName: 'Ann', lastName: 'Lee' };
    const invited = await admin.api.call(addStaff, { body });
    const { user, device } = await world.protectedUser();
    await world.press(device);
    await incidentOf(user);
    for (const sec of [30, 60]) await world.pass(sec);
    expect(world.mailsAboutPressTo(admin)).toBeGreaterThan(0);
    expect(world.mails.to(invited.email).map(({ subject }) => subject)).toEqual(['Your Trace support account']);
    device.cut();
  });

  test('an employee who has left the company no longer sees the incident after giving it back [PANIC-03] [GUARD-07]', async () => {
    const owner = await portal.person({ role: 'installer' });
    const employee = await portal.person({ role: 'installer' });
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    const device = await connectByHand(portal);
    await registerDevice(portal, device.serial, owner);
    await world.press(device);
    const [found] = await eventually(
      () => activeOf(employee),
      (all) => all.length > 0,
    );
    expect(found!.you).toMatchObject({ role: 'company', isRinging: true });
    const params = { id: found!.id };
    await employee.api.call(takeIncident, { params });
    await owner.api.call(removeMember, { params: { id: company.id, memberId }, query: {} });
    expect((await readAs(employee, found!.id)).you.mayRelease).toBe(true);
    // Giving back succeeds and ends the access, so the answer is the one for strangers.
    await expect(employee.api.call(releaseIncident, { params })).rejects.toThrow(texts.notFound);
    expect(await activeOf(employee)).toEqual([]);
    await expect(readAs(employee, found!.id)).rejects.toThrow(texts.notFound);
    await expect(employee.api.call(takeIncident, { params })).rejects.toThrow(texts.notFound);
    expect((await readAs(owner, found!.id)).taken).toBeNull();
    device.cut();
  });

  test('giving back rings everyone again, and a note stands in the timeline [PANIC-04]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(0);
    await user.api.call(seeIncident, { params: { id } });
    await user.api.call(takeIncident, { params: { id } });
    await user.api.call(noteIncident, { params: { id }, body: { text: 'Driving home' } });
    expect((await user.api.call(releaseIncident, { params: { id } })).you.isRinging).toBe(true);
    await world.pass(0);
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
    const closed = await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    expect(kindsOf(closed)).toEqual(
      expect.arrayContaining(['pressed', 'notified', 'seen', 'taken', 'noted', 'released', 'closed']),
    );
    await expect(user.api.call(takeIncident, { params: { id } })).rejects.toThrow(texts.isClosed);
    device.cut();
  });
});
