import { answerInvitation, getOwnCompany, leaveCompany, removeMember } from '@trace/contract/companies/companies.api';
import { listCustomers, previewJoin, removeCustomer } from '@trace/contract/companies/companies.customers.api';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  doorsOf,
  invitationFor,
  invite,
  join,
  mailsTo,
  makeCompany,
  makeLink,
  wordsOf,
} from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const { installer, send } = doorsOf(() => portal);

async function companyWithCustomer() {
  const [owner, customer] = await Promise.all([installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const token = await makeLink(owner, company.id);
  await join(customer, token);
  return { owner, customer, company, token, params: { id: company.id } };
}

async function auditOf(person: SignedIn, action: string): Promise<unknown[]> {
  const { rows } = await sql<{ details: unknown }>`
    select details from audit_log where actor_id = ${person.id} and action = ${action}`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ details }) => details);
}

test('a customer reads the card of the company and leaves, and can then join another company [COMP-10] [AUTH-11]', async () => {
  const { customer, company, params } = await companyWithCustomer();
  const { own } = await customer.api.call(getOwnCompany, {});
  expect(own).toMatchObject({
    relation: 'customer',
    company: { name: company.name, email: company.email, logoId: company.logoId },
  });
  expect((await send(customer, 'GET', `/api/company-logos/${company.logoId}`)).status).toBe(200);
  await customer.api.call(leaveCompany, { params });
  expect((await customer.api.call(getOwnCompany, {})).own).toBeNull();
  expect((await send(customer, 'GET', `/api/companies/${company.id}`)).status).toBe(404);
  expect(await auditOf(customer, 'company.leave')).toHaveLength(1);
  expect(wordsOf(await send(customer, 'POST', `/api/companies/${company.id}/leave`))).toEqual([404, texts.notFound]);
  const other = await companyWithCustomer();
  expect(await join(customer, other.token)).toMatchObject({ relation: 'customer' });
});

test('the owner lists all customers page by page, newest first [COMP-10]', async () => {
  const { owner, customer, params, token } = await companyWithCustomer();
  const names = [customer.email];
  for (let at = 0; at < 4; at += 1) {
    await portal.clock.advance(1_000);
    const person = await portal.person();
    await join(person, token);
    names.unshift(person.email);
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: { customers: { email: string }[]; next: string | null; total: number } = await owner.api.call(
      listCustomers,
      { params, query: { limit: 2, ...(after === null ? {} : { after }) } },
    );
    expect(page.total).toBe(5);
    seen.push(...page.customers.map(({ email }) => email));
    after = page.next;
  } while (after !== null);
  expect(seen).toEqual(names);
  const refused = await send(owner, 'GET', `/api/companies/${params.id}/customers?after=1_not-a-uuid`);
  expect(refused.status).toBe(400);
});

test('the owner removes a customer, who is told by email and sees the company no longer [COMP-10]', async () => {
  const { owner, customer, company, params } = await companyWithCustomer();
  await owner.api.call(removeCustomer, { params: { ...params, personId: customer.id } });
  expect((await owner.api.call(listCustomers, { params, query: { limit: 50 } })).customers).toEqual([]);
  expect((await customer.api.call(getOwnCompany, {})).own).toBeNull();
  expect(await auditOf(owner, 'company.removeCustomer')).toEqual([{ personId: customer.id }]);
  const mails = await mailsTo(portal, customer.email);
  const mail = mails.find(({ subject }) => subject === texts.removedMailSubject(company.name));
  expect(mail?.text).toContain('removed you from the customers of the company. Your devices and your account stay.');
  const path = `/api/companies/${company.id}/customers/${customer.id}`;
  expect(wordsOf(await send(owner, 'DELETE', path))).toEqual([404, texts.customerNotFound]);
});

test('employees, customers and strangers neither list nor remove customers [COMP-10] [GUARD-07]', async () => {
  const { owner, customer, company } = await companyWithCustomer();
  const [employee, stranger] = await Promise.all([installer(), installer()]);
  await addMember(owner, company.id, employee);
  const path = `/api/companies/${company.id}/customers`;
  for (const [person, list, remove] of [
    [employee, 403, 403],
    [customer, 404, 404],
    [stranger, 404, 404],
  ] as const) {
    expect((await send(person, 'GET', path)).status).toBe(list);
    expect((await send(person, 'DELETE', `${path}/${customer.id}`)).status).toBe(remove);
  }
});

test('an owner, an employee and a customer who open their own link are told so [COMP-10]', async () => {
  const { owner, customer, company, token } = await companyWithCustomer();
  const [employee, stranger] = await Promise.all([installer(), installer()]);
  await addMember(owner, company.id, employee);
  const relationOf = async (person: SignedIn) => (await person.api.call(previewJoin, { body: { token } })).belongsTo;
  expect(await relationOf(owner)).toEqual({ name: company.name, relation: 'owner', isSameCompany: true });
  expect(await relationOf(employee)).toEqual({ name: company.name, relation: 'member', isSameCompany: true });
  expect(await relationOf(customer)).toEqual({ name: company.name, relation: 'customer', isSameCompany: true });
  expect(await relationOf(stranger)).toBeNull();
  const other = await companyWithCustomer();
  expect(await relationOf(other.owner)).toMatchObject({ relation: 'owner', isSameCompany: false });
  const answers = [owner, customer, other.owner].map((person) =>
    send(person, 'POST', '/api/companies/join', { token }),
  );
  expect((await Promise.all(answers)).map(wordsOf)).toEqual([
    [409, texts.inThisCompany],
    [409, texts.inThisCompany],
    [409, texts.inCompany],
  ]);
});

test('open pages of owner, member and customer hear of each change of the company [COMP-10]', async () => {
  const [owner, employee, customer] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const params = { id: company.id };
  const { name } = companyChangedEvent;
  const [atEmployee, atCustomer] = [await openStream(portal, employee), await openStream(portal, customer)];
  await invite(owner, company.id, employee.email);
  expect(await atEmployee.until(name)).toEqual([{}]);
  const atOwner = await openStream(portal, owner);

  const memberId = await addExisting(employee, company.id);
  await join(customer, await makeLink(owner, company.id));
  expect(await atCustomer.until(name)).toEqual([{}]);
  expect(await atOwner.until(name, 2)).toHaveLength(2);
  expect(await atEmployee.until(name, 3)).toHaveLength(3);

  await owner.api.call(removeMember, { params: { ...params, memberId }, query: {} });
  expect(await atEmployee.until(name, 4)).toHaveLength(4);
  await owner.api.call(removeCustomer, { params: { ...params, personId: customer.id } });
  expect(await atCustomer.until(name, 3)).toHaveLength(3);
  expect(await atOwner.until(name, 4)).toHaveLength(4);
});

test('an invited address of a user account is told that only an installer account can accept [COMP-04]', async () => {
  const [owner, user, newcomer] = [await installer(), await portal.person(), 'new.installer@quay.example'];
  const company = await makeCompany(portal, owner);
  for (const email of [user.email, newcomer]) await invite(owner, company.id, email);
  const textTo = async (email: string) => (await mailsTo(portal, email)).map(({ text }) => text);
  expect(await textTo(user.email)).toEqual([expect.stringContaining('is a user account')]);
  expect(await textTo(newcomer)).toEqual([expect.not.stringContaining('is a user account')]);
  const { members } = (await send(owner, 'GET', `/api/companies/${company.id}/members`)).json as {
    members: { email: string; name: string; status: string }[];
  };
  const shown = members.slice(1).map(({ name, status }) => [name, status]);
  expect(shown).toEqual([
    [texts.unknownName, 'pending'],
    [texts.unknownName, 'pending'],
  ]);
});

/** Accepts the invitation that waits. Returns the id of the membership. */
async function addExisting(person: SignedIn, companyId: string): Promise<string> {
  const id = await invitationFor(person, companyId);
  await person.api.call(answerInvitation, { params: { id }, body: { status: 'accepted' } });
  return id;
}
