import { done } from '@trace/contract/kernel/endpoint';
import { getOwnCompany, inviteMember, listMembers, remindMember } from '@trace/contract/companies/companies.api';
import type { MemberStatus } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  doorsOf,
  invitationFor,
  invite,
  mailsTo,
  makeCompany,
  statusesOf,
  wordsOf,
} from '#testing/worlds/company-world';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { refusalIn, type RawAnswer } from '#testing/raw-call';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const { installer, send } = doorsOf(() => portal);

const answer = (person: SignedIn, id: string, status: 'accepted' | 'declined'): Promise<RawAnswer> =>
  send(person, 'POST', `/api/companies/invitations/${id}/answer`, { status });

/** Creates an account as sign-up does, after the invitation. */
async function signUp(email: string, role: 'user' | 'installer' = 'installer'): Promise<SignedIn> {
  const id = await portal.app.auth.createAccount({
    email,
    password: 'Harbour-2026-bridge',
    firstName: 'Grace',
    lastName: 'Oyelaran',
    role,
    timeZone: 'UTC',
  });
  return { id, email, ...(await signInAs(portal.url, email)) };
}
test('an invitation by mail works before the invitee has an account [COMP-04]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const params = { id: company.id };
  const invited = await owner.api.call(inviteMember, {
    params,
    body: { name: ' Grace ', email: ' Grace@Quay.Example ' },
  });
  expect(invited).toMatchObject({ name: 'Unknown', email: 'grace@quay.example', status: 'pending', respondedAt: null });
  const mails = await mailsTo(portal, 'grace@quay.example');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toBe(texts.inviteMailSubject(company.name));
  expect(mails[0]!.text).not.toContain('Hello');
  expect(mails[0]!.text).toContain(`${portal.url}/installer/company`);

  const grace = await signUp('grace@quay.example');
  const { own, invitations } = await grace.api.call(getOwnCompany, {});
  expect([own, invitations.map(({ company: { name } }) => name)]).toEqual([null, [company.name]]);
  expect(Object.keys(invitations[0]!.company).sort()).toEqual(['email', 'id', 'logoId', 'name', 'phone', 'website']);
  await portal.clock.advance(1_000);
  expect((await answer(grace, invitations[0]!.id, 'accepted')).json).toEqual({ status: 'accepted' });
  const { members } = await owner.api.call(listMembers, { params });
  expect(members.map(({ name, status, isSelf }) => [name, status, isSelf])).toEqual([
    [expect.stringContaining('Person'), 'owner', true],
    ['Grace Oyelaran', 'accepted', false],
  ]);
  expect(members[1]).toMatchObject({ id: invited.id, respondedAt: portal.clock.now().toISOString() });
});

test.each(['accepted', 'declined'] as const)(
  'the owner reads by email that an invitation was %s [COMP-04]',
  async (status) => {
    const [owner, person] = [await installer(), await installer()];
    const company = await makeCompany(portal, owner);
    await invite(owner, company.id, person.email);
    await answer(person, await invitationFor(person, company.id), status);
    const mail = (await mailsTo(portal, owner.email)).at(-1);
    expect(mail?.subject).toBe(texts.answeredMailSubject(company.name, status));
    expect(mail?.text).toContain(`(${person.email}) ${status} the invitation to ${company.name}.`);
  },
);

test('the name of the certification comes before the name of the account [COMP-04]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const certify = (email: string, personId: string | null, number: string) =>
    sql`
      insert into certification (number, full_name, name_key, email, created_at, person_id, bound_at, matched_by)
      values (${number}, 'Certified Name', 'certified name', ${email}, ${portal.clock.now()}, ${personId},
        ${personId && portal.clock.now()}, ${personId && 'email'})`.execute(portal.test.database.sql);
  const person = await installer();
  await certify('other@training.example', person.id, 'C-1');
  await certify('later@quay.example', null, 'C-2');
  await addMember(owner, company.id, person);
  await invite(owner, company.id, 'later@quay.example');
  await portal.clock.advance(1_000);
  const hidden = await installer();
  await invite(owner, company.id, hidden.email);
  const { members } = await owner.api.call(listMembers, { params: { id: company.id } });
  expect(members.slice(1).map(({ name, status }) => [name, status])).toEqual([
    ['Certified Name', 'accepted'],
    ['Certified Name', 'pending'],
    // The account's name stays hidden until that person opens the invitation.
    ['Unknown', 'pending'],
  ]);
});

test('an invitation needs a name and an address, and each address has one invitation [COMP-03] [COMP-04]', async () => {
  const [owner, member] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, member);
  const path = `/api/companies/${company.id}/members`;
  const bad: [object, string, string][] = [
    [{ name: '', email: 'a@quay.example' }, 'body.name', texts.inviteMissing],
    [{ name: '  ', email: 'a@quay.example' }, 'body.name', texts.inviteMissing],
    [{ email: 'a@quay.example' }, 'body.name', texts.inviteMissing],
    [{ name: 'Ann', email: ' ' }, 'body.email', texts.inviteMissing],
    [{ name: 'Ann' }, 'body.email', texts.inviteMissing],
    [{ name: 'Ann', email: 'ann' }, 'body.email', texts.emailInvalid],
    [{ name: 'Ann\nBcc: x@example.com', email: 'a@quay.example' }, 'body.name', texts.nameInvalid],
  ];
  for (const [body, field, words] of bad) {
    const refused = await send(owner, 'POST', path, body);
    expect([refused.status, refusalIn(refused).field, refusalIn(refused).message]).toEqual([400, field, words]);
  }
  await invite(owner, company.id, 'ann@quay.example');
  const again = await send(owner, 'POST', path, { name: 'Ann', email: 'ANN@quay.example' });
  expect(wordsOf(again)).toEqual([409, texts.alreadyInvited]);
  for (const person of [owner, member])
    expect(wordsOf(await send(owner, 'POST', path, { name: 'Me', email: person.email }))).toEqual([
      409,
      texts.alreadyMember,
    ]);
  const status = await send(owner, 'POST', path, { name: 'Eve', email: 'eve@quay.example', status: 'accepted' });
  expect([status.status, refusalIn(status).field]).toEqual([400, 'body.status']);
});

test('parallel invitations of the same address create one row and one mail [COMP-04] [T31]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const body = { name: 'Twin', email: 'twin@quay.example' };
  const path = `/api/companies/${company.id}/members`;
  const answers = await Promise.all([0, 1, 2, 3].map(() => send(owner, 'POST', path, body)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(await mailsTo(portal, 'twin@quay.example')).toHaveLength(1);
});

test('only the invited person answers an invitation, once, and a late withdrawal changes nothing [T31]', async () => {
  const [owner, invited, other] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await invite(owner, company.id, invited.email);
  const id = await invitationFor(invited, company.id);
  for (const person of [other, owner]) {
    const refused = await answer(person, id, 'accepted');
    expect(wordsOf(refused)).toEqual([404, texts.invitationGone]);
  }
  const answers = await Promise.all([
    answer(invited, id, 'accepted'),
    answer(invited, id, 'declined'),
    answer(invited, id, 'accepted'),
  ]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  const won = answers.find(({ status }) => status === 200)!.json as { status: MemberStatus };
  const late = await send(owner, 'DELETE', `/api/companies/${company.id}/members/${id}?status=pending`);
  expect(wordsOf(late)).toEqual([409, texts.alreadyAnswered]);
  expect(await statusesOf(owner, company.id)).toEqual([
    [owner.email, 'owner'],
    [invited.email, won.status],
  ]);
  expect(wordsOf(await answer(invited, id, 'accepted'))).toEqual([409, texts.alreadyAnswered]);
  expect((await answer(invited, id, 'declined')).status).toBe(409);
  expect((await send(invited, 'POST', `/api/companies/invitations/${id}/answer`, { status: 'owner' })).status).toBe(
    400,
  );
});

test('two invitations accepted at once make one membership [COMP-09]', async () => {
  const invited = await installer();
  const owners = await Promise.all([installer(), installer(), installer()]);
  const companies = await Promise.all(owners.map((owner) => makeCompany(portal, owner)));
  for (const [at, owner] of owners.entries()) await invite(owner, companies[at]!.id, invited.email);
  const ids = [];
  for (const { id } of companies) ids.push(await invitationFor(invited, id));
  const answers = await Promise.all(ids.map((id) => answer(invited, id, 'accepted')));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(wordsOf)).toEqual(refused.map(() => [409, texts.inCompany]));
  const { rows } = await sql`
    select from company_membership where person_id = ${invited.id} and status = 'accepted'`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
  // Declining the others stays possible.
  const left = ids[answers.findIndex(({ status }) => status === 409)]!;
  expect((await answer(invited, left, 'declined')).status).toBe(200);
});

test('creating a company declines the pending invitations of that person [COMP-09]', async () => {
  const [owner, invited] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await invite(owner, company.id, invited.email);
  await makeCompany(portal, invited);
  expect(await statusesOf(owner, company.id)).toEqual([
    [owner.email, 'owner'],
    [invited.email, 'declined'],
  ]);
  expect((await invited.api.call(getOwnCompany, {})).invitations).toEqual([]);
});

test('a declined address can be invited again, and a pending invitation can be sent again [COMP-04]', async () => {
  const [owner, invited] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const { id: memberId } = await invite(owner, company.id, invited.email);
  await answer(invited, await invitationFor(invited, company.id), 'declined');
  expect(await statusesOf(owner, company.id)).toContainEqual([invited.email, 'declined']);
  const params = { id: company.id, memberId };
  expect((await send(owner, 'POST', `/api/companies/${company.id}/members/${memberId}/reminder`)).status).toBe(409);
  expect((await invite(owner, company.id, invited.email)).id).toBe(memberId);
  expect(await owner.api.call(remindMember, { params })).toEqual(done);
  expect(await mailsTo(portal, invited.email)).toHaveLength(3);
  expect((await answer(invited, memberId, 'accepted')).status).toBe(200);
});

test('an address gets three invitation mails in six hours, whichever companies send them [AUTH-21] [COMP-04]', async () => {
  const [first, second] = await Promise.all([installer(), installer()]);
  const [one, two] = await Promise.all([makeCompany(portal, first), makeCompany(portal, second)]);
  const email = 'flooded@quay.example';
  const { id } = await invite(first, one.id, email);
  const again = (): Promise<RawAnswer> => send(first, 'POST', `/api/companies/${one.id}/members/${id}/reminder`);
  const answers = await Promise.all(Array.from({ length: 6 }, again));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refusalIn(refused)).toMatchObject({ message: texts.tooManyInvitationMails, retryAfterSec: 6 * 3_600 });
  await invite(second, two.id, email);
  expect(await mailsTo(portal, email)).toHaveLength(3);
  expect(await statusesOf(second, two.id)).toContainEqual([email, 'pending']);

  await sql`update company_invitation_mail set sent_at = sent_at - interval '6 hours'`.execute(
    portal.test.database.sql,
  );
  expect((await again()).status).toBe(200);
  expect(await mailsTo(portal, email)).toHaveLength(4);
});

test('an opened invitation stays with the person when the address moves to another account [T33]', async () => {
  const [owner, seen, unseen] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  for (const { email } of [seen, unseen]) await invite(owner, company.id, email);
  const id = await invitationFor(seen, company.id);
  const addresses = [seen.email, unseen.email];
  for (const person of [seen, unseen])
    await sql`update person set email = 'moved-' || email where id = ${person.id}`.execute(portal.test.database.sql);
  const [heir] = await Promise.all(addresses.map((email) => signUp(email)));
  expect((await heir!.api.call(getOwnCompany, {})).invitations).toEqual([]);
  expect((await answer(heir!, id, 'accepted')).status).toBe(404);
  expect((await answer(seen, id, 'accepted')).status).toBe(200);
  const { members } = await owner.api.call(listMembers, { params: { id: company.id } });
  expect(members.find((member) => member.id === id)?.email).toBe(`moved-${seen.email}`);
});

test('a user receives no invitation, because only the confirmed address of an installer is matched [T33]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const { id } = await invite(owner, company.id, 'driver@quay.example');
  const driver = await signUp('driver@quay.example', 'user');
  expect((await driver.api.call(getOwnCompany, {})).invitations).toEqual([]);
  expect((await answer(driver, id, 'accepted')).status).toBe(404);
});
