import { closeIncident, readIncident } from '@trace/contract/panic/panic.api';
import { readByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import { updateProfile } from '@trace/contract/accounts/accounts.api';
import { changePanicContact, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { activeOf, incidentOf } from '#testing/panic-incidents';
import type { Portal } from '#testing/portal';
import { startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal } = world);
});
afterAll(() => world.stop());

/** An open incident whose only contact has an account, and got a link by email and another by SMS. */
async function incidentWithTwoLinks() {
  const [user, contact, phone] = [await portal.person({ premium: true }), await portal.person(), world.newPhone()];
  const { id: contactId } = await world.agreed(user, { email: contact.email, phone, channels: ['email', 'sms'] });
  const device = await assignedDevice(portal, world.installer, user);
  await world.press(device, { lat: -33.8462, lng: 151.0331 });
  const { id } = await incidentOf(user);
  await world.pass(0);
  const mailed = world.mails.to(contact.email).find(({ text }) => text.includes('/emergency#'))!;
  const tokens = { email: tokenIn(mailed.text), phone: tokenIn(world.emergencySmsTo(phone)[0]!) };
  const remove = async (kind: 'email' | 'phone') => {
    const kept = kind === 'email' ? { email: null, phone } : { email: contact.email, phone: null };
    const body = { name: 'Ana', ...kept, channels: [kind === 'email' ? ('sms' as const) : ('email' as const)] };
    await user.api.call(changePanicContact, { params: { id: contactId }, body });
  };
  return { id, user, contact, contactId, phone, device, tokens, remove };
}

const readBy = (token: string) => portal.stranger.call(readByLink, { body: { token } });

test.each([
  { removed: 'email', kept: 'phone' },
  { removed: 'phone', kept: 'email' },
] as const)('the link by a removed $removed ends, and the one by $kept stays [PANIC-07]', async ({ removed, kept }) => {
  const { device, tokens, remove } = await incidentWithTwoLinks();
  expect((await readBy(tokens[removed])).positions).toHaveLength(1);
  await remove(removed);
  await expect(readBy(tokens[removed])).rejects.toThrow(texts.linkOver);
  expect((await readBy(tokens[kept])).positions).toHaveLength(1);
  device.cut();
});

test('a removed email address gets no further message, and its account loses the incident [PANIC-07]', async () => {
  const { id, user, contact, phone, device, remove } = await incidentWithTwoLinks();
  expect(await activeOf(contact)).toHaveLength(1);
  await remove('email');
  expect(await activeOf(contact)).toEqual([]);
  await expect(contact.api.call(readIncident, { params: { id } })).rejects.toThrow(texts.notFound);
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  expect([world.mailsAboutPressTo(user), world.mailsAboutPressTo(contact)]).toEqual([2, 1]);
  expect(world.emergencySmsTo(phone)).toHaveLength(2);
  device.cut();
});

test('a removed contact does not read the new phone number of the wearer [PANIC-07]', async () => {
  const { id, user, contact, contactId, device, tokens } = await incidentWithTwoLinks();
  const setPhone = (phone: string) => user.api.call(updateProfile, { body: { phone } });
  const shown = async () => [
    (await contact.api.call(readIncident, { params: { id } })).wearers[0]!.phone,
    (await readBy(tokens.phone)).wearers[0]!.phone,
  ];
  const [before, after] = ['+61491570156', '+61491570157'];
  await setPhone(before);
  expect(await shown()).toEqual([before, before]);
  await user.api.call(removePanicContact, { params: { id: contactId } });
  await setPhone(after);
  expect(await shown()).toEqual([null, null]);
  device.cut();
});

test('an email in the queue does not reach a removed address [PANIC-07]', async () => {
  const { user, contact, phone, device, remove } = await incidentWithTwoLinks();
  world.mails.failWith(451);
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  await remove('email');
  world.mails.failWith(null);
  await world.pass(6);
  expect([world.mailsAboutPressTo(user), world.mailsAboutPressTo(contact)]).toEqual([2, 1]);
  expect(world.emergencySmsTo(phone)).toHaveLength(2);
  device.cut();
});

test('an incident that the contact has taken rings again when an address is removed [PANIC-04]', async () => {
  const { user, device, tokens, remove } = await incidentWithTwoLinks();
  await portal.stranger.call(takeByLink, { body: { token: tokens.email } });
  await remove('email');
  const [incident] = await activeOf(user);
  expect(incident).toMatchObject({ taken: null });
  await portal.stranger.call(takeByLink, { body: { token: tokens.phone } });
  device.cut();
});

test('the mailed link of a closed incident ends with the removed address [PANIC-07]', async () => {
  const { id, user, device, tokens, remove } = await incidentWithTwoLinks();
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
  await remove('email');
  await expect(readBy(tokens.email)).rejects.toThrow(texts.linkOver);
  expect(await readBy(tokens.phone)).toMatchObject({ closed: { outcome: 'safe' } });
  device.cut();
});
