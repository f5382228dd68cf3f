import { DAY_MS } from '@trace/contract/kernel/time';
import {
  addPanicContact,
  changePanicContact,
  listPanicContacts,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import {
  answerPanicConsent,
  changePanicConsent,
  seePanicConsent,
  stopPanicConsent,
} from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import type { SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';

let world: PanicContactsWorld;
let mia: SignedIn;
let email: string;
let people = 0;
beforeAll(async () => {
  world = await startPanicContactsWorld();
});
beforeEach(async () => {
  mia = await world.portal.person({ premium: true });
  email = `asked-${(people += 1)}@example.com`;
});
afterAll(() => world.stop());

const post = (endpoint: AnyEndpoint, body: unknown) =>
  rawCall(world.portal, { method: 'POST', path: endpoint.path, body });
const stateOf = async (): Promise<string | undefined> =>
  (await mia.api.call(listPanicContacts, {})).contacts[0]?.email?.state;
const tokenIn = (link: string): string => link.split('#')[1]!;

async function agree(allowsDrills = false) {
  await world.add(mia, { email });
  const body = { token: await world.tokenFor(email), agrees: true, allowsDrills };
  const page = await world.portal.stranger.call(answerPanicConsent, { body });
  if (page.kind !== 'contact') throw new Error('not agreed');
  return page;
}

test('an invitation says who asks, and its link answers once [PANIC-07]', async () => {
  await world.add(mia, { email });
  const token = await world.tokenFor(email);
  expect(await world.portal.stranger.call(seePanicConsent, { body: { token } })).toEqual({
    kind: 'invitation',
    asker: expect.stringMatching(/^Person \d+ Example$/) as string,
    by: 'email',
  });
  const body = { token, agrees: true, allowsDrills: false };
  const answers = await Promise.all([post(answerPanicConsent, body), post(answerPanicConsent, body)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  expect((await post(answerPanicConsent, { ...body, agrees: false })).status).toBe(410);
  expect(await stateOf()).toBe('agreed');
});

test('a link ends after 14 days, when the contact is removed, and when a newer link was sent [PANIC-07]', async () => {
  const { id } = await world.add(mia, { email });
  const token = await world.tokenFor(email);
  const start = world.portal.clock.now();
  world.portal.clock.set(new Date(start.getTime() + 14 * DAY_MS));
  expect(refusalIn(await post(seePanicConsent, { token })).code).toBe('gone');
  world.portal.clock.set(start);
  expect((await post(seePanicConsent, { token })).status).toBe(200);
  const path = `/api/panic-contacts/${id}`;
  await rawCall(world.portal, { method: 'POST', path: `${path}/invitation`, person: mia });
  expect((await post(seePanicConsent, { token })).status).toBe(410);
  const newer = await world.tokenFor(email);
  await rawCall(world.portal, { method: 'DELETE', path, person: mia });
  expect((await post(seePanicConsent, { token: newer })).status).toBe(410);
});

test('a contact who declines is not notified, and the same user cannot ask again for 30 days [PANIC-07]', async () => {
  await world.add(mia, { email });
  const body = { token: await world.tokenFor(email), agrees: false, allowsDrills: true };
  expect(await world.portal.stranger.call(answerPanicConsent, { body })).toMatchObject({ kind: 'left' });
  expect(await stateOf()).toBe('declined');
  const [contact] = (await mia.api.call(listPanicContacts, {})).contacts;
  await rawCall(world.portal, { method: 'DELETE', path: `/api/panic-contacts/${contact!.id}`, person: mia });
  const again = { name: 'Ana', email, phone: null, channels: ['email'] };
  const ask = (person: SignedIn) =>
    rawCall(world.portal, { method: 'POST', path: addPanicContact.path, person, body: again });
  expect(refusalIn(await ask(mia)).code).toBe('conflict');
  expect((await ask(await world.portal.person({ premium: true }))).status).toBe(200);
});

test('an email about an incident ends with the link to stop [PANIC-07]', async () => {
  const installer = await world.portal.person({ role: 'installer' });
  await agree();
  const device = await assignedDevice(world.portal, installer, mia);
  await device.say('event', { kind: 'panic', ts: world.portal.clock.now().getTime() });
  const alarm = await eventually(
    async () => {
      await world.portal.app.jobs.runDue();
      return world.mails.to(email).find(({ text }) => text.includes('To stop being a panic contact'));
    },
    (mail) => mail !== undefined,
  );
  const token = /panic-contact#([\w.-]+)/.exec(alarm!.text)![1]!;
  expect(await world.portal.stranger.call(stopPanicConsent, { body: { token } })).toMatchObject({ kind: 'left' });
  device.cut();
});

test('the contact’s own link changes drills and stops, and the user is mailed [PANIC-07] [PANIC-08]', async () => {
  const { link } = await agree();
  const token = tokenIn(link);
  const { agreedOf } = world.portal.app.panicContacts;
  const drills = () => agreedOf(world.portal.app.database.sql, mia.id, true);
  expect(await drills()).toEqual([]);
  const body = { token, allowsDrills: true };
  expect(await world.portal.stranger.call(changePanicConsent, { body })).toMatchObject({ allowsDrills: true });
  expect(await drills()).toHaveLength(1);

  expect(await world.portal.stranger.call(stopPanicConsent, { body: { token } })).toMatchObject({ kind: 'left' });
  expect([await stateOf(), await drills()]).toEqual(['stopped', []]);
  expect((await post(stopPanicConsent, { token })).status).toBe(200);
  expect((await post(changePanicConsent, body)).json).toMatchObject({ kind: 'left' });
  await world.portal.app.jobs.runDue();
  const subjects = world.mails.to(mia.email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Ana is no longer your panic contact')).toHaveLength(1);
});

test.each([
  { removed: 'email', kept: 'phone' },
  { removed: 'phone', kept: 'email' },
] as const)(
  'the link to stop by a removed $removed ends, and the one by $kept stays [PANIC-07]',
  async ({ removed, kept }) => {
    const phone = `+6149157${String(people).padStart(4, '0')}`;
    const { id } = await world.add(mia, { email, phone, channels: ['email', 'sms'] });
    const linkBy = async (address: string): Promise<string> => {
      const body = { token: await world.tokenFor(address), agrees: true, allowsDrills: false };
      const page = await world.portal.stranger.call(answerPanicConsent, { body });
      return page.kind === 'contact' ? tokenIn(page.link) : '';
    };
    const links = { email: await linkBy(email), phone: await linkBy(phone) };
    const left =
      removed === 'email' ? { email: null, channels: ['sms' as const] } : { phone: null, channels: ['email' as const] };
    await mia.api.call(changePanicContact, { params: { id }, body: { name: 'Ana', email, phone, ...left } });
    for (const endpoint of [seePanicConsent, stopPanicConsent])
      expect((await post(endpoint, { token: links[removed] })).status).toBe(410);
    const [contact] = (await mia.api.call(listPanicContacts, {})).contacts;
    expect(contact![kept]?.state).toBe('agreed');
    expect((await post(stopPanicConsent, { token: links[kept] })).json).toMatchObject({ kind: 'left' });
  },
);

test('refuses guessed links, and a link of one kind for the other [PANIC-07]', async () => {
  const token = tokenIn((await agree()).link);
  const other = `${crypto.randomUUID()}${token.slice(36)}`;
  const random = 'x'.repeat(43);
  for (const guess of [other, random]) expect((await post(seePanicConsent, { token: guess })).status).toBe(410);
  expect((await post(answerPanicConsent, { token, agrees: true, allowsDrills: true })).status).toBe(400);
  expect((await post(stopPanicConsent, { token: random })).status).toBe(400);
});
