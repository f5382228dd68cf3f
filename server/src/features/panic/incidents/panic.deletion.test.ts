import { deleteAccount, updateProfile } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { closeIncident, noteIncident, readIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { readByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import { noteStaffIncident, readStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsWith } from '#testing/columns-with';
import { assignedDevice } from '#testing/followed-device';
import { hold, REQUESTS, waitingFor } from '#testing/held-rows';
import { activeOf, incidentOf, readAs } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal } = world);
});
afterAll(() => world.stop());

const deleted = { outcome: 'account_deleted', name: null, note: null };

const remove = (person: SignedIn) => person.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });

const newestMailTo = (email: string) => world.mails.to(email).at(-1);
const smsTo = (phone: string) => world.sms.list().filter(({ to }) => to === phone);

/** Names that no other person has. */
const rename = (person: SignedIn, firstName: string) =>
  person.api.call(updateProfile, { body: { firstName, lastName: 'Novak' } });

test('everyone who was notified learns that the wearer deleted the account, on the channel of the alarm [PANIC-04] [SET-03]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  await rename(user, 'Mia');
  const [pushed, later] = [await portal.person(), world.newPhone()];
  const browser = await world.subscribe(pushed);
  await world.agreed(user, { name: 'By email', email: 'helper@example.com', channels: ['email'] });
  await world.agreed(user, { name: 'By push', email: pushed.email, channels: ['push'] });
  await world.agreed(user, { name: 'Later', phone: later, channels: ['sms'] });
  await world.press(device);
  await world.pass(0);
  await world.pass(61);
  await incidentOf(user);
  const invited = smsTo(later).length;
  world.sms.failWith(503);
  await remove(user);
  await world.pass(0);
  world.sms.failWith(null);
  await world.pass(10);
  const ended = expect.stringMatching(/emergency ended: Mia Novak .* was deleted.* whether Mia Novak is safe/);
  expect(smsTo(numbers[0]!).map(({ text }) => text)).toContainEqual(ended);
  expect(world.mails.to('helper@example.com')).toContainEqual(
    expect.objectContaining({
      subject: 'Mia Novak: Trace account deleted during an emergency',
      text: expect.stringMatching(/whether Mia Novak is safe/) as string,
    }),
  );
  expect(browser.received.at(-1)!.message.title).toBe('Mia Novak: Trace account deleted during an emergency');
  expect(world.mails.to(pushed.email).filter(({ subject }) => subject.startsWith('Mia Novak deleted'))).toEqual([]);
  expect(smsTo(later)).toHaveLength(invited);
  device.cut();
});

test('company and support are told too when their turn has come [PANIC-04] [SET-03]', async () => {
  const { user, device } = await world.protectedUser();
  await rename(user, 'Lea');
  await world.press(device);
  await world.pass(91);
  await remove(user);
  await world.pass(0);
  const subject = 'Lea Novak: Trace account deleted during an emergency';
  expect([newestMailTo(world.installer.email), newestMailTo(world.staff.email)]).toMatchObject([
    { subject },
    { subject },
  ]);
  device.cut();
});

test('the pages of the notified people show that the emergency ended with the account [PANIC-04] [SET-03]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leo', email: contact.email, channels: ['email'] });
  await world.press(device, { lat: -33.8, lng: 151 });
  await world.pass(30);
  const { id } = await incidentOf(contact);
  const tokens = [tokenIn(world.emergencySmsTo(numbers[0]!)[0]!), tokenIn(newestMailTo(contact.email)!.text)];
  const stream = await openStream(portal, contact);
  await remove(user);
  expect(await stream.until('panic-changed')).toContainEqual({ id, isRinging: false });
  const shown = await Promise.all([
    readAs(contact, id),
    ...tokens.map((token) => portal.stranger.call(readByLink, { body: { token } })),
  ]);
  for (const incident of shown) {
    expect(incident.closed).toMatchObject(deleted);
    expect([incident.you.isRinging, incident.positions]).toEqual([false, null]);
  }
  stream.close();
  device.cut();
});

test('a closed incident stays for company and support under a pseudonym when the wearer deletes the account [RET-07]', async () => {
  const user = await portal.person({ premium: true });
  await rename(user, 'Qzxwearer');
  const [phone, email] = [world.newPhone(), 'qzxcontact@example.com'];
  await world.agreed(user, { name: 'Qzxcontact', phone, email, channels: ['sms', 'email'] });
  const device = await assignedDevice(portal, world.installer, user);
  await world.press(device, { lat: -31.7654321, lng: 141 });
  const { id } = await incidentOf(user);
  await world.pass(91);
  const [hub, hubName, trigger, deviceName] = ['QZXHUB', 'Qzx home', 'Key fob Qzx', 'Qzx ute'];
  const { sql: executor } = portal.test.database;
  await sql`update panic_incident set hub_id = ${hub}, hub_name = ${hubName}, trigger = ${trigger} where id = ${id}`.execute(
    executor,
  );
  await sql`update panic_event set hub_id = ${hub}, trigger = ${trigger} where incident_id = ${id}`.execute(executor);
  await sql`update panic_incident_device set name = ${deviceName} where incident_id = ${id}`.execute(executor);
  await sql`
    update panic_step set detail = detail || case kind
        when 'pressed' then ${JSON.stringify({ hubName, trigger })}::jsonb else ${JSON.stringify({ deviceName })}::jsonb end
    where incident_id = ${id} and kind in ('pressed', 'position_requested', 'position_received')`.execute(executor);
  const token = tokenIn(world.emergencySmsTo(phone)[0]!);
  await portal.stranger.call(takeByLink, { body: { token } });
  await world.staff.api.call(noteStaffIncident, { params: { id }, body: { text: 'Qzx is at home' } });
  await world.installer.api.call(noteIncident, { params: { id }, body: { text: 'Qzx called me' } });
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe', note: 'Qzx pressed by accident' } });
  await remove(user);
  await portal.app.jobs.runDue();
  const own = async (text: string) =>
    (await columnsWith(executor, text)).filter((column) => column.startsWith('panic_'));
  expect([await own('qzx'), await own(phone), await own('31.7654321')]).toEqual([[], [], []]);
  const seen = await Promise.all([
    world.installer.api.call(readIncident, { params: { id } }),
    world.staff.api.call(readStaffIncident, { params: { id } }),
  ]);
  for (const incident of seen) {
    expect(incident).toMatchObject({ wearers: [{ name: 'Deleted account', phone: null }], positions: null });
    expect(incident.devices).toEqual([{ serialNumber: device.serial, name: device.serial }]);
    expect(incident.closed).toMatchObject({ outcome: 'safe', name: 'Deleted account', note: null });
    expect(incident.taken).toMatchObject({ name: 'Contact', role: 'contact' });
    expect(incident.steps.filter(({ kind }) => kind === 'noted')).toMatchObject([
      { text: 'Removed with the account' },
      { text: 'Removed with the account' },
    ]);
  }
  device.cut();
});

test('an emergency of two wearers goes on without the one who deletes the account [PANIC-09] [SET-03]', async () => {
  const [leaving, staying] = [await world.protectedUser(), await world.protectedUser()];
  await rename(leaving.user, 'Leaving');
  const { user, device, numbers } = staying;
  await world.press(device);
  const { id } = await incidentOf(user);
  const { sql: executor } = portal.test.database;
  // As the press of a hub that is linked to the devices of both.
  await sql`
    insert into panic_incident_device select ${id}, id, serial, 'Van', ${leaving.user.id}, now() from device
    where serial = ${leaving.device.serial}`.execute(executor);
  await sql`
    insert into panic_recipient (id, incident_id, role, contact_id, wearer_id, name, rank, phone, channels, due_at, notified_at)
    select gen_random_uuid(), ${id}, 'contact', c.id, c.account_id, c.name, 1, ${leaving.numbers[0]!}, '{sms}', now(), now()
    from panic_contact c where c.account_id = ${leaving.user.id}`.execute(executor);
  const calls = world.emergencySmsTo(numbers[0]!).length;
  await remove(leaving.user);
  await world.pass(0);
  const ended = expect.stringMatching(/^Trace emergency ended: Leaving Novak/);
  const toContactOfLeaving = smsTo(leaving.numbers[0]!).map(({ text }) => text);
  expect(toContactOfLeaving).toContainEqual(ended);
  const after = await readAs(user, id);
  expect([after.closed, after.devices.length, after.wearers.length, after.you.isRinging]).toEqual([null, 1, 1, true]);
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  expect(world.emergencySmsTo(numbers[0]!).length).toBeGreaterThan(calls);
  expect(smsTo(leaving.numbers[0]!)).toHaveLength(toContactOfLeaving.length);
  device.cut();
  leaving.device.cut();
});

test('an emergency that is taken while its wearer deletes the account is closed [PANIC-04] [SET-03]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  await world.press(device);
  await world.pass(0);
  const { id } = await incidentOf(user);
  const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
  const held = await hold(portal, sql`select from panic_incident where id = ${id} for update`);
  const taking = portal.stranger.call(takeByLink, { body: { token } });
  const waiting = await waitingFor(portal, held.pid, REQUESTS);
  const deleting = remove(user);
  await Promise.race([deleting, waitingFor(portal, waiting).catch(() => {})]);
  await held.release();
  const [taken, ended] = await Promise.allSettled([taking, deleting]);
  expect([taken.status, ended.status]).toEqual(['fulfilled', 'fulfilled']);
  expect((await portal.stranger.call(readByLink, { body: { token } })).closed).toMatchObject(deleted);
  device.cut();
});

test('a press that is stored while its wearer deletes the account ends with the account [PANIC-06] [SET-03]', async () => {
  const { user, device } = await world.protectedUser();
  const id = crypto.randomUUID();
  const press = sql`
    with pressed as (
      select id, serial, pg_advisory_xact_lock(hashtextextended('panic:real:device:' || id, 0)) as locked
      from device where serial = ${device.serial}
    ), opened as (
      insert into panic_incident (id, is_test, source, kind, opened_at, received_at, has_wrong_clock, last_event_at, last_notified_at)
      select ${id}, false, 'hub_queue', 'panic', now(), now(), false, now(), now() from pressed where locked is not null returning id
    )
    insert into panic_incident_device select ${id}, pressed.id, serial, serial, ${user.id}, now() from pressed, opened`;
  const held = await hold(portal, press);
  const deleting = remove(user);
  await Promise.race([deleting, waitingFor(portal, held.pid, REQUESTS)]);
  await held.release();
  await deleting;
  const { closed } = await world.staff.api.call(readStaffIncident, { params: { id } });
  expect(closed).toMatchObject(deleted);
  device.cut();
});

test('a contact who deletes the own account during an emergency is still told, and takes it by the link [PANIC-04] [PANIC-07]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  const phone = world.newPhone();
  await world.agreed(user, { name: 'Leo', email: contact.email, phone, channels: ['push', 'email', 'sms'] });
  const device = await assignedDevice(portal, world.installer, user);
  await world.press(device, { lat: -33.8, lng: 151 });
  await world.pass(0);
  const mailed = tokenIn(newestMailTo(contact.email)!.text);
  await remove(contact);
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  expect([world.mailsAboutPressTo(contact), world.emergencySmsTo(phone).length]).toEqual([2, 2]);
  for (const token of [mailed, tokenIn(world.emergencySmsTo(phone)[0]!)])
    expect((await portal.stranger.call(readByLink, { body: { token } })).positions).toHaveLength(1);
  await portal.stranger.call(takeByLink, { body: { token: mailed } });
  const [incident] = await activeOf(user);
  expect(incident!.taken).toMatchObject({ name: 'Leo', role: 'contact' });
  device.cut();
});

test('a contact who deletes the account locks the incident before its other rows, like the actions of people [SET-03]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leo', email: contact.email, channels: ['email'] });
  const device = await assignedDevice(portal, world.installer, user);
  await world.press(device);
  const { id } = await incidentOf(user);
  await contact.api.call(takeIncident, { params: { id } });
  const held = await hold(portal, sql`select from panic_incident where id = ${id} for update`);
  const deleting = remove(contact);
  await waitingFor(portal, held.pid, REQUESTS);
  // Would deadlock with a deletion that has written the recipient.
  expect(
    await held.rowsIn(
      sql`update panic_recipient set seen_at = now() where contact_id is not null and incident_id = ${id} returning 1`,
    ),
  ).toBe(1);
  await held.release();
  await deleting;
  device.cut();
});

test('an employee who is also a contact is told once that the emergency ended [PANIC-04] [SET-03]', async () => {
  const user = await portal.person({ premium: true });
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await world.agreed(user, { name: 'Colleague', email: employee.email, channels: ['email'] });
  const device = await assignedDevice(portal, owner, user);
  await world.press(device);
  await world.pass(91);
  const { id } = await incidentOf(employee);
  await remove(user);
  await world.pass(0);
  const ends = (email: string) =>
    world.mails.to(email).filter(({ subject }) => subject.includes('during an emergency'));
  expect([ends(employee.email).length, ends(owner.email).length]).toEqual([1, 1]);
  expect((await readAs(employee, id)).closed).toMatchObject(deleted);
  device.cut();
});
