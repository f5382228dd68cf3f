import { deleteAccount, updateProfile } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { closeIncident, noteIncident, seeIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { noteByLink, readByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import { takeStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { listPanicContacts, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { changeStaff } from '@trace/contract/support-staff/support-staff.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { hold, REQUESTS, waitingFor } from '#testing/held-rows';
import { incidentOf, readAs } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { registerDevice } from '#testing/trackers';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { kindsOf, startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal, installer } = world);
});
afterAll(() => world.stop());

test('an account that is deleted while its taking waits does not keep the incident [PANIC-04] [SET-03]', async () => {
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, owner);
  await world.press(device);
  const { id } = await incidentOf(owner);
  const held = await hold(portal, sql`select from panic_incident where id = ${id} for update`);
  const taking = employee.api.call(takeIncident, { params: { id } });
  const waiting = await waitingFor(portal, held.pid, REQUESTS);
  const deleting = employee.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await Promise.race([deleting, waitingFor(portal, waiting).catch(() => {})]);
  await held.release();
  await Promise.allSettled([taking, deleting]);
  expect((await readAs(owner, id)).taken).toBeNull();
  device.cut();
});

/** The removal of a contact from the list of a user. */
async function removeContact(user: SignedIn, name: string): Promise<void> {
  const { contacts } = await user.api.call(listPanicContacts, {});
  const { id } = contacts.find((contact) => contact.name === name)!;
  await user.api.call(removePanicContact, { params: { id } });
}

/** The link of a contact in the newest emergency SMS. */
const linkOf = (phone: string): string => tokenIn(world.emergencySmsTo(phone).at(-1)!);

test('a contact who deletes the account leaves no name in the incidents of others [SET-03]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leaving Contact', email: contact.email, channels: ['email'] });
  const device = await assignedDevice(portal, installer, user);
  await world.press(device, { lat: -33.8, lng: 151 });
  const { id } = await incidentOf(user);
  const params = { id };
  await readAs(contact, id);
  await contact.api.call(seeIncident, { params });
  await contact.api.call(takeIncident, { params });
  await contact.api.call(closeIncident, { params, body: { outcome: 'helped' } });
  expect(JSON.stringify(await readAs(user, id))).toContain('Leaving Contact');
  await contact.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(JSON.stringify(await readAs(user, id))).not.toContain('Leaving Contact');
  const { looks } = await user.api.call(listLooks, { query: { limit: 50 } });
  expect(looks.map(({ viewer }) => viewer.name)).toEqual(['Deleted account']);
  device.cut();
});

test('the deletion of a contact whose name is a word of the timeline leaves the timeline readable [SET-03]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  await world.agreed(user, { name: 'contact', email: contact.email, channels: ['email'] });
  const device = await assignedDevice(portal, installer, user);
  await world.press(device);
  const { id } = await incidentOf(user);
  await contact.api.call(takeIncident, { params: { id } });
  await contact.api.call(closeIncident, { params: { id }, body: { outcome: 'helped' } });
  await contact.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  const { steps } = await readAs(user, id);
  expect(steps.find(({ kind }) => kind === 'taken')).toMatchObject({ name: 'Deleted account', role: 'contact' });
  expect(steps.filter((step) => 'names' in step && step.names.includes('contact'))).toEqual([]);
  device.cut();
});

test('an employee who was renamed during an incident and deletes the account leaves neither name [SET-03]', async () => {
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, owner);
  await employee.api.call(updateProfile, { body: { firstName: 'Early', lastName: 'Name' } });
  await world.press(device);
  const { id } = await incidentOf(owner);
  await employee.api.call(updateProfile, { body: { firstName: 'Later', lastName: 'Name' } });
  await employee.api.call(takeIncident, { params: { id } });
  expect(JSON.stringify(await readAs(owner, id))).toMatch(/Early Name.*Later Name/);
  await employee.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(JSON.stringify(await readAs(owner, id))).not.toMatch(/Early Name|Later Name/);
  device.cut();
});

test('an installer who is not in the chain and deletes the account leaves no name at the notes [SET-03]', async () => {
  const user = await portal.person();
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const device = await assignedDevice(portal, owner, user);
  await employee.api.call(updateProfile, { body: { firstName: 'Noting', lastName: 'Colleague' } });
  await world.press(device);
  const { id } = await incidentOf(user);
  await employee.api.call(noteIncident, { params: { id }, body: { text: 'On my way' } });
  expect(JSON.stringify(await readAs(user, id))).toContain('Noting Colleague');
  await employee.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(JSON.stringify(await readAs(user, id))).not.toContain('Noting Colleague');
  device.cut();
});

test('an incident whose taker deletes the account rings the others again [PANIC-04] [SET-03]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  const contact = await portal.person();
  await world.agreed(user, { name: 'Leo', email: contact.email, channels: ['email'] });
  await world.press(device);
  const { id } = await incidentOf(user);
  await world.pass(30);
  await contact.api.call(takeIncident, { params: { id } });
  await contact.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  const after = await readAs(user, id);
  expect([after.taken, after.you.isRinging, kindsOf(after).at(-1)]).toEqual([null, true, 'notified']);
  await world.pass(0);
  expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
  device.cut();
});

describe('takers who can help no more', () => {
  test('an incident rings again when the wearer removes the contact who has taken it [PANIC-04] [PANIC-07]', async () => {
    const { user, device, numbers } = await world.protectedUser(2);
    const [jonas, ana] = numbers as [string, string];
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(31);
    const token = linkOf(ana);
    await portal.stranger.call(takeByLink, { body: { token } });
    await removeContact(user, 'Ana');
    await world.pass(0);
    const after = await readAs(user, id);
    expect([after.taken, after.you.isRinging]).toEqual([null, true]);
    expect(after.steps).toContainEqual(
      expect.objectContaining({ kind: 'released', name: 'Ana', role: 'contact', hasLeft: true }),
    );
    expect([world.emergencySmsTo(jonas).length, world.emergencySmsTo(ana).length]).toEqual([2, 1]);
    await expect(portal.stranger.call(takeByLink, { body: { token } })).rejects.toThrow(texts.mayNotTake);
    device.cut();
  });

  test('a contact whom the wearer removed cannot mislead the helpers with a note [PANIC-07]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    await world.press(device);
    await world.pass(0);
    const token = linkOf(numbers[0]!);
    await portal.stranger.call(noteByLink, { body: { token, text: 'On my way' } });
    const read = async () => (await portal.stranger.call(readByLink, { body: { token } })).you.mayNote;
    expect(await read()).toBe(true);
    await removeContact(user, 'Jonas');
    expect(await read()).toBe(false);
    const late = portal.stranger.call(noteByLink, { body: { token, text: 'She is fine' } });
    await expect(late).rejects.toThrow(texts.mayNotNote);
    device.cut();
  });

  test('an incident rings again when the staff member who has taken it is deactivated [PANIC-04] [SUPP-04]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    const admin = await portal.person({ role: 'staff', admin: true });
    const leaving = await portal.person({ role: 'staff' });
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(0);
    await leaving.api.call(takeStaffIncident, { params: { id } });
    const { id: staffId } = leaving;
    await admin.api.call(changeStaff, { params: { id: staffId }, body: { isActive: false } });
    await world.pass(0);
    const after = await readAs(user, id);
    expect([after.taken, after.you.isRinging]).toEqual([null, true]);
    expect(kindsOf(after)).toContain('released');
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
    device.cut();
  });

  test('a queued email does not reach deactivated staff who took the incident before the own turn [PANIC-04] [SUPP-04]', async () => {
    const { user, device } = await world.protectedUser();
    const admin = await portal.person({ role: 'staff', admin: true });
    const leaving = await portal.person({ role: 'staff' });
    await world.press(device);
    const { id } = await incidentOf(user);
    await leaving.api.call(takeStaffIncident, { params: { id } });
    await world.pass(61);
    world.mails.failWith(451);
    await world.press(device);
    const attempts = async () =>
      (await portal.app.mail.listRecent(20)).filter((mail) => mail.recipient === leaving.email && mail.attempts > 0);
    await eventually(attempts, (mails) => mails.length > 0);
    await admin.api.call(changeStaff, { params: { id: leaving.id }, body: { isActive: false } });
    world.mails.failWith(null);
    await world.pass(6);
    expect(world.mailsAboutPressTo(leaving)).toBe(0);
    expect(await attempts()).toMatchObject([{ lastError: 'the recipient has left the incident' }]);
    device.cut();
  });
});
