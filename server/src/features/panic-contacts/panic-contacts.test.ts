import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import {
  changeEmail,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { contactMoved } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import {
  addPanicContact,
  changePanicContact,
  invitePanicContact,
  listPanicContacts,
  orderPanicContacts,
  removePanicContact,
  savePanicSettings,
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import type { NewContact, PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { answerPanicConsent, seePanicConsent } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { passSeconds } from '#testing/panic-incidents';
import type { SignedIn } from '#testing/portal';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

let world: PanicContactsWorld;
let mia: SignedIn;
let people = 0;
beforeAll(async () => {
  world = await startPanicContactsWorld();
});
beforeEach(async () => {
  world.sms.failWith(null);
  mia = await world.portal.person({ premium: true });
});
afterAll(() => world.stop());

const newEmail = (): string => `contact-${(people += 1)}@example.com`;
const newPhone = (): string => `+6149157${String(1000 + (people += 1))}`;
const bodyOf = (change: Partial<NewContact>): NewContact => ({
  ...{ name: 'Ana', email: null, phone: null, channels: ['email'], ...change },
});
const contactsOf = async ({ api }: SignedIn): Promise<PanicContact[]> =>
  (await api.call(listPanicContacts, {})).contacts;
const agreedOf = ({ id }: SignedIn, forDrill = false) =>
  world.portal.app.panicContacts.agreedOf(world.portal.app.database.sql, id, forDrill);
const post = (person: SignedIn, body: unknown): Promise<RawAnswer> =>
  rawCall(world.portal, { method: 'POST', path: addPanicContact.path, person, body });
const codeOf = (answer: RawAnswer): string => refusalIn(answer).code;
const smsTo = (phone: string): number => world.sms.list().filter(({ to }) => to === phone).length;
async function subjectsTo(address: string): Promise<string[]> {
  await world.portal.app.jobs.runDue();
  return world.mails.to(address).map(({ subject }) => subject);
}

test('notifies only contacts who agreed, in the order of the user [PANIC-07]', async () => {
  const ana = await world.agreed(mia, { name: 'Ana', email: newEmail() });
  const ben = await world.agreed(mia, { name: 'Ben', email: newEmail() });
  const cem = await world.add(mia, { name: 'Cem', email: newEmail() });
  expect((await agreedOf(mia)).map(({ name }) => name)).toEqual(['Ana', 'Ben']);

  await mia.api.call(orderPanicContacts, { body: { ids: [ben.id, cem.id, ana.id] } });
  expect((await agreedOf(mia)).map(({ name }) => name)).toEqual(['Ben', 'Ana']);
  expect((await contactsOf(mia)).map(({ name }) => name)).toEqual(['Ben', 'Cem', 'Ana']);
  const stale = await rawCall(world.portal, {
    ...{ method: 'PUT', path: orderPanicContacts.path, person: mia, body: { ids: [ben.id, ben.id, ana.id] } },
  });
  expect(codeOf(stale)).toBe('conflict');
});

test('uses only the channels whose address agreed, and for drills only addresses that agreed to drills [PANIC-08]', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const ana = await world.add(mia, { email, phone, channels: ['push', 'email', 'sms'] });
  await world.portal.stranger.call(answerPanicConsent, {
    body: { token: await world.tokenFor(phone), agrees: true, allowsDrills: true },
  });
  expect(await agreedOf(mia)).toEqual([
    { contactId: ana.id, name: 'Ana', accountId: null, email: null, phone, channels: ['sms'] },
  ]);
  await world.portal.stranger.call(answerPanicConsent, {
    body: { token: await world.tokenFor(email), agrees: true, allowsDrills: false },
  });
  expect((await agreedOf(mia))[0]).toMatchObject({ email, phone, channels: ['push', 'email', 'sms'] });
  expect((await agreedOf(mia, true))[0]).toMatchObject({ email: null, phone, channels: ['sms'] });
});

test('sends a marked test by each channel, and shows the result of each [PANIC-07]', async () => {
  const jonas = await world.portal.person();
  const phone = newPhone();
  const contact = await world.agreed(mia, { email: jonas.email, phone, channels: ['push', 'email', 'sms'] });
  expect(contact.hasBrowser).toBe(false);
  const first = await mia.api.call(testPanicContact, { params: { id: contact.id } });
  expect(first.contacts[0]?.lastTest?.results).toEqual({ push: 'no_browser', email: 'queued', sms: 'sent' });
  expect((await subjectsTo(jonas.email)).at(-1)).toMatch(/^Test: panic message for /);
  expect(world.sms.list()[0]).toMatchObject({ to: phone, text: expect.stringMatching(/^TEST,/) as string });

  const browser = await world.subscribe(jonas);
  world.sms.failWith(500);
  const second = await mia.api.call(testPanicContact, { params: { id: contact.id } });
  expect(second.contacts[0]).toMatchObject({
    hasBrowser: true,
    lastTest: { results: { push: 'sent', email: 'queued', sms: 'failed' } },
  });
  expect(browser.received.at(-1)?.message).toMatchObject({ title: 'Test: panic message' });
});

test('refuses the fourth test to a contact within an hour, and a test before the answer [PANIC-07]', async () => {
  const contact = await world.agreed(mia, { email: newEmail() });
  const testIt = (id: string) =>
    rawCall(world.portal, { method: 'POST', path: `/api/panic-contacts/${id}/test`, person: mia });
  for (let count = 0; count < 3; count += 1) expect((await testIt(contact.id)).status).toBe(200);
  const fourth = await testIt(contact.id);
  expect(refusalIn(fourth)).toMatchObject({ code: 'too_many_requests', retryAfterSec: HOUR_MS / 1_000 });
  const waiting = await world.add(mia, { email: newEmail() });
  expect(codeOf(await testIt(waiting.id))).toBe('conflict');
});

test('sends a marked test to the own number, three in an hour for any numbers, with premium [PANIC-07]', async () => {
  const testOwn = (person: SignedIn) =>
    rawCall(world.portal, { method: 'POST', path: testOwnPhone.path, person, body: {} });
  const [phone, other] = [newPhone(), newPhone()];
  expect(codeOf(await testOwn(mia))).toBe('conflict');
  await mia.api.call(updateProfile, { body: { phone } });
  expect((await testOwn(mia)).json).toEqual({ phone, outcome: 'sent' });
  expect(world.sms.list()[0]).toMatchObject({ to: phone, text: expect.stringMatching(/^TEST,/) as string });
  world.sms.failWith(422);
  expect((await testOwn(mia)).json).toEqual({ phone, outcome: 'failed' });
  await testOwn(mia);
  await mia.api.call(updateProfile, { body: { phone: other } });
  const fourth = await testOwn(mia);
  expect(refusalIn(fourth)).toMatchObject({ code: 'too_many_requests', retryAfterSec: HOUR_MS / 1_000 });
  expect(codeOf(await testOwn(await world.portal.person()))).toBe('premium_required');
});

test('refuses addresses that are unusable, known or the own, and the sixth contact [PANIC-07]', async () => {
  const email = newEmail();
  await world.add(mia, { email });
  const cases: [Partial<NewContact>, string][] = [
    [{ email: 'ana@' }, 'body.email'],
    [{ email: null }, 'body.email'],
    [{ email: mia.email.toUpperCase() }, 'body.email'],
    [{ email: email.toUpperCase() }, 'body.email'],
    [{ phone: '0491 570 156', channels: ['sms'] }, 'body.phone'],
    [{ phone: '+0491570156', channels: ['sms'] }, 'body.phone'],
    [{ phone: '+1234567', channels: ['sms'] }, 'body.phone'],
    [{ phone: null, channels: ['sms'] }, 'body.phone'],
    [{ email: newEmail(), channels: [] }, 'body.channels'],
    [{ email: newEmail(), channels: ['email', 'email'] }, 'body.channels'],
    [{ email: newEmail(), name: 'see evil.example' }, 'body.name'],
  ];
  for (const [change, field] of cases)
    expect([change, refusalIn(await post(mia, bodyOf(change))).field]).toEqual([change, field]);
  // In the words of the other forms.
  expect(refusalIn(await post(mia, bodyOf({ email: 'ana@' }))).message).toBe(signUpTexts.emailInvalid);
  for (let count = 0; count < 4; count += 1) await world.add(mia, { email: newEmail() });
  expect(codeOf(await post(mia, bodyOf({ email: newEmail() })))).toBe('conflict');
});

test('sends an address at most 3 invitations a day, whoever asks, and a user at most 10 [PANIC-07]', async () => {
  const email = newEmail();
  const others = await Promise.all([1, 2, 3].map(() => world.portal.person({ premium: true })));
  const statuses = await Promise.all([...others, mia].map((user) => post(user, bodyOf({ email }))));
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);

  const user = await world.portal.person({ premium: true });
  const added = await Promise.all([1, 2, 3, 4, 5].map(() => world.add(user, { email: newEmail() })));
  const again = (id: string) =>
    rawCall(world.portal, { method: 'POST', path: `/api/panic-contacts/${id}/invitation`, person: user });
  for (const { id } of added) expect((await again(id)).status).toBe(200);
  expect(refusalIn(await again(added[0]!.id))).toMatchObject({ code: 'too_many_requests', retryAfterSec: 86_400 });
  await sql`
    update panic_contact_message set created_at = created_at - interval '1 day' where account_id = ${user.id}`.execute(
    world.portal.test.database.sql,
  );
  const later = await again(added[0]!.id);
  expect(later.status).toBe(200);
});

test('a changed address must agree again, and links to the earlier address end [PANIC-07]', async () => {
  const [before, after] = [newEmail(), newEmail()];
  const contact = await world.agreed(mia, { email: before });
  await mia.api.call(testPanicContact, { params: { id: contact.id } });
  const stopToken = await world.tokenFor(before);
  const { contacts } = await mia.api.call(changePanicContact, {
    params: { id: contact.id },
    body: bodyOf({ email: after, name: 'Ana Lopez' }),
  });
  expect(contacts[0]).toMatchObject({ name: 'Ana Lopez', email: { value: after, state: 'invited' } });
  expect(await agreedOf(mia)).toEqual([]);

  const answer = await rawCall(world.portal, {
    ...{ method: 'POST', path: seePanicConsent.path, body: { token: stopToken } },
  });
  expect(codeOf(answer)).toBe('gone');
});

test('mails the user about each change, and a removed contact who had agreed [PANIC-07]', async () => {
  const email = newEmail();
  const contact = await world.agreed(mia, { name: 'Ana', email });
  await mia.api.call(savePanicSettings, { body: { wantsDrills: true, channels: { sms: true } } });
  await mia.api.call(removePanicContact, { params: { id: contact.id } });
  // Two emails at once leave in any order.
  expect((await subjectsTo(mia.email)).toSorted()).toEqual([
    'Ana agreed to be your panic contact',
    'Ana was added to your panic contacts and asked to agree',
    'Ana was removed from your panic contacts',
    'Your settings for a panic were changed',
  ]);
  expect((await subjectsTo(email)).at(-1)).toMatch(/^You are no longer a panic contact of /);
  expect(await contactsOf(mia)).toEqual([]);
});

test.each([
  ['replaced', newEmail()],
  ['removed', null],
])('an agreed email address learns that it was %s [PANIC-07]', async (_, next) => {
  const [email, phone] = [newEmail(), newPhone()];
  const contact = await world.agreed(mia, { email, phone, channels: ['email', 'sms'] });
  const body = bodyOf({ email: next, phone, channels: next === null ? ['sms'] : ['email', 'sms'] });
  await mia.api.call(changePanicContact, { params: { id: contact.id }, body });
  expect((await subjectsTo(email)).at(-1)).toMatch(/^This address gets no more panic messages about /);
  await mia.api.call(changePanicContact, {
    params: { id: (await contactsOf(mia))[0]!.id },
    body: { ...body, name: 'Eve' },
  });
  const subjects = (await subjectsTo(email)).filter((subject) => subject.startsWith('This address'));
  expect(subjects).toHaveLength(1);
});

test('an agreed phone number learns by SMS that it was replaced, and then that the contact was removed [PANIC-07]', async () => {
  const [first, second] = [newPhone(), newPhone()];
  const lastTo = async (phone: string): Promise<string | undefined> => {
    await world.portal.app.jobs.runDue();
    return world.sms.list().find(({ to }) => to === phone)?.text;
  };
  const { id } = await world.agreed(mia, { phone: first, channels: ['sms'] });
  const body = bodyOf({ phone: second, channels: ['sms'] });
  const { contacts } = await mia.api.call(changePanicContact, { params: { id }, body });
  expect(await lastTo(first)).toContain('removed this number from their panic contacts');
  const token = await world.tokenFor(second);
  await world.portal.stranger.call(answerPanicConsent, { body: { token, agrees: true, allowsDrills: false } });
  world.sms.failWith(503);
  await mia.api.call(removePanicContact, { params: { id: contacts[0]!.id } });
  expect(await lastTo(second)).not.toContain('removed you');
  world.sms.failWith(null);
  world.portal.clock.set(new Date(world.portal.clock.now().getTime() + MINUTE_MS));
  expect(await lastTo(second)).toContain('removed you from their panic contacts');
});

test('keeps the settings that a change of another page made [PANIC-07]', async () => {
  await mia.api.call(savePanicSettings, { body: { channels: { sms: true } } });
  await mia.api.call(savePanicSettings, { body: { wantsDrills: true } });
  const { settings } = await mia.api.call(savePanicSettings, { body: { channels: { email: false } } });
  expect(settings).toEqual({ wantsDrills: true, channels: ['push', 'sms'] });
});

test('a free user sees, silences and removes contacts, and cannot reach new people [PANIC-07]', async () => {
  const contact = await world.agreed(mia, { email: newEmail() });
  await world.portal.app.subscription.grant({ accountId: mia.id, until: world.portal.clock.now(), source: 'demo' });
  expect((await mia.api.call(listPanicContacts, {})).isPremium).toBe(false);
  const change = (email: string) =>
    rawCall(world.portal, {
      ...{ method: 'PUT', path: `/api/panic-contacts/${contact.id}`, person: mia, body: bodyOf({ email, name: 'A' }) },
    });
  expect(codeOf(await change(newEmail()))).toBe('premium_required');
  expect((await change(contact.email!.value)).status).toBe(200);
  expect((await mia.api.call(removePanicContact, { params: { id: contact.id } })).contacts).toEqual([]);
});

test('the contacts of another user are not found [PANIC-07]', async () => {
  const { id } = await world.agreed(mia, { email: newEmail() });
  const other = await world.portal.person({ premium: true });
  const calls = [
    rawCall(world.portal, { method: 'DELETE', path: `/api/panic-contacts/${id}`, person: other }),
    rawCall(world.portal, { method: 'POST', path: `/api/panic-contacts/${id}/test`, person: other }),
    rawCall(world.portal, { method: 'POST', path: `/api/panic-contacts/${id}/invitation`, person: other }),
    rawCall(world.portal, {
      ...{ method: 'PUT', path: `/api/panic-contacts/${id}`, person: other, body: bodyOf({ email: newEmail() }) },
    }),
  ];
  for (const answer of await Promise.all(calls)) expect(codeOf(answer)).toBe('not_found');
});

test('says that an invitation by SMS was not sent, and sends it again [PANIC-07]', async () => {
  world.sms.failWith(500);
  const phone = newPhone();
  const { id } = await world.add(mia, { phone, channels: ['sms'] });
  await world.portal.app.jobs.runDue();
  expect((await contactsOf(mia))[0]?.phone).toMatchObject({ state: 'invited', isFailed: true });
  world.sms.failWith(null);
  const { contacts } = await mia.api.call(invitePanicContact, { params: { id } });
  expect(contacts[0]?.phone).toMatchObject({ isFailed: false });
  expect(await world.tokenFor(phone)).toHaveLength(43);
});

test('an invitation by SMS leaves when the process dies right after the commit, unless it was renewed [PANIC-07]', async () => {
  const { jobs } = world.portal.app;
  const phone = newPhone();
  await jobs.stop();
  const { id } = await world.add(mia, { phone, channels: ['sms'] });
  await mia.api.call(invitePanicContact, { params: { id } });
  expect(smsTo(phone)).toBe(0);
  await jobs.start();
  await jobs.runDue();
  expect(smsTo(phone)).toBe(1);
});

test('a queued invitation by email does not reach an address that the user has removed [PANIC-07]', async () => {
  world.mails.failWith(451);
  const [removed, kept] = ['removed.contact@example.com', 'kept.contact@example.com'];
  const { id } = await world.add(mia, { email: removed });
  await world.add(mia, { email: kept });
  await eventually(
    async () => {
      await world.portal.app.jobs.runDue();
      const { rows } = await sql<{ tried: number }>`
        select count(*)::int as tried from mail where recipient in (${removed}, ${kept}) and attempts > 0`.execute(
        world.portal.test.database.sql,
      );
      return rows[0]!.tried;
    },
    (tried) => tried === 2,
  );
  await mia.api.call(removePanicContact, { params: { id } });
  world.mails.failWith(null);
  await passSeconds(world.portal, 3_600);
  expect([removed, kept].map((address) => world.mails.to(address).length)).toEqual([0, 1]);
});

test('no log line and no audit entry names an address of a contact [PANIC-07]', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  await world.agreed(mia, { email, phone, channels: ['email', 'sms'] });
  world.sms.failWith(500);
  await mia.api.call(testPanicContact, { params: { id: (await contactsOf(mia))[0]!.id } });
  const { rows } = await sql<{ entry: string }>`
    select to_jsonb(a)::text as entry from audit_log a where action like 'panicContacts.%'`.execute(
    world.portal.test.database.sql,
  );
  const written = [...rows.map(({ entry }) => entry), ...world.portal.logged()].join('\n');
  expect(written).toContain('panicContacts.add');
  for (const secret of [email, phone, 'Ana']) expect(written).not.toContain(secret);
});

test('downloads contacts and given consents, and deletes the contacts with the account [PANIC-07]', async () => {
  const jonas = await world.portal.person();
  await world.agreed(mia, { name: 'Jonas', email: jonas.email });
  const own = await mia.api.call(downloadData, {});
  expect(own['panic-contacts']).toMatchObject({ contacts: [{ name: 'Jonas', address: jonas.email }], contactOf: [] });
  const given = await jonas.api.call(downloadData, {});
  expect(given['panic-contacts']).toMatchObject({ contactOf: [{ askedBy: mia.id, state: 'agreed' }] });
  await mia.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await agreedOf(mia)).toEqual([]);
});

test('contacts who agreed learn that the user deleted the account [PANIC-07] [SET-03]', async () => {
  const [email, phone, undecided] = [newEmail(), newPhone(), newEmail()];
  await world.agreed(mia, { email, phone, channels: ['email', 'sms'] });
  await world.add(mia, { name: 'Eve', email: undecided });
  await mia.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect((await subjectsTo(email)).at(-1)).toMatch(/^You are no longer a panic contact of /);
  expect(world.sms.list().find(({ to }) => to === phone)?.text).toContain('deleted their Trace account');
  expect((await subjectsTo(undecided)).join()).not.toContain('no longer');
});

test('both sides learn that alarms leave the account of a contact who changes its email address [PANIC-07] [SET-04]', async () => {
  const [ben, to] = [await world.portal.person(), newEmail()];
  await world.agreed(mia, { name: 'Ben', email: ben.email, channels: ['push', 'email'] });
  expect((await agreedOf(mia))[0]).toMatchObject({ accountId: ben.id });

  await ben.api.call(changeEmail, { body: { email: to } });
  await world.portal.app.jobs.runDue();
  const code = /\d{6}/.exec(world.mails.to(to).at(-1)!.text)![0];
  await ben.api.call(confirmEmail, { body: { code } });

  expect((await agreedOf(mia))[0]).toMatchObject({ accountId: null, email: ben.email });
  const { toContact, toAsker } = contactMoved;
  expect([(await subjectsTo(to)).at(-1), (await subjectsTo(mia.email)).at(-1)]).toEqual([
    toContact.subject,
    toAsker.subject('Ben'),
  ]);
  const [own, asked] = [world.mails.to(to).at(-1)!.text, world.mails.to(mia.email).at(-1)!.text];
  const { firstName } = await mia.api.call(getProfile, {});
  for (const part of [firstName, ben.email, to]) expect(own).toContain(part);
  expect(asked).toContain(ben.email);
  expect(asked).not.toContain(to);
});

test('a user learns that alarms leave the account of a contact who deletes it [PANIC-07] [SET-03]', async () => {
  const ben = await world.portal.person();
  await world.agreed(mia, { name: 'Ben', email: ben.email, channels: ['push', 'email'] });
  await ben.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect((await subjectsTo(mia.email)).at(-1)).toBe(contactMoved.toAsker.subject('Ben'));
  expect((await agreedOf(mia))[0]).toMatchObject({ accountId: null, email: ben.email });
});
