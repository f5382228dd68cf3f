import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { closeIncident, seeIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { takeByLink } from '@trace/contract/panic/panic.link.api';
import { takeStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { listPanicContacts, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { changeStaff } from '@trace/contract/support-staff/support-staff.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { incidentOf, readAs } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { kindsOf, startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal, installer } = world);
});
afterAll(() => world.stop());

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
