import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { done } from '@trace/contract/kernel/endpoint';
import { randomUUID } from 'node:crypto';
import { deleteCompany, getOwnCompany, handOverCompany, listMembers } from '@trace/contract/companies/companies.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  ageProof,
  doorsOf,
  invite,
  mailsTo,
  makeCompany,
  makeLink,
  statusesOf,
  wordsOf,
} from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { deviceOf } from '#testing/worlds/assignment-world';
import { refusalIn, type RawAnswer } from '#testing/raw-call';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const { installer, send } = doorsOf(() => portal);
const deleteOwn = ({ api }: SignedIn) => api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });

test('the owner can neither be removed nor leave, and only the owner removes employees [COMP-05]', async () => {
  const [owner, employee, second] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const employeeId = await addMember(owner, company.id, employee);
  const secondId = await addMember(owner, company.id, second);
  const path = `/api/companies/${company.id}/members`;
  const { members } = await owner.api.call(listMembers, { params: { id: company.id } });
  const ownerRow = members.find(({ status }) => status === 'owner')!.id;
  expect(wordsOf(await send(owner, 'DELETE', `${path}/${ownerRow}`))).toEqual([409, texts.ownerNotRemoved]);
  expect(wordsOf(await send(owner, 'POST', `/api/companies/${company.id}/leave`))).toEqual([
    409,
    texts.ownerNotLeaving,
  ]);
  expect(wordsOf(await send(employee, 'DELETE', `${path}/${secondId}`))).toEqual([403, texts.mayNotRemove]);
  expect(wordsOf(await send(employee, 'DELETE', `${path}/${employeeId}`))).toEqual([403, texts.mayNotRemove]);
  expect(wordsOf(await send(owner, 'DELETE', `${path}/${randomUUID()}`))).toEqual([404, texts.employeeNotFound]);
  expect((await send(owner, 'DELETE', `${path}/${secondId}`)).json).toEqual(done);
  const mail = (await mailsTo(portal, second.email)).at(-1);
  expect(mail?.subject).toBe(texts.removedMailSubject(company.name));
  expect(mail?.text).toContain(
    "You can no longer see or service the company's devices, also those that you registered",
  );
  expect((await second.api.call(getOwnCompany, {})).own).toBeNull();
  expect((await send(employee, 'POST', `/api/companies/${company.id}/leave`)).json).toEqual(done);
  expect((await send(employee, 'POST', `/api/companies/${company.id}/leave`)).status).toBe(404);
  expect(await statusesOf(owner, company.id)).toEqual([[owner.email, 'owner']]);
});

test('an employee who leaves is named to the owner by email, with the number of devices that stay [COMP-05] [IDEV-09]', async () => {
  const [owner, employee] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await deviceOf(portal, employee);
  await send(employee, 'POST', `/api/companies/${company.id}/leave`);
  const mail = (await mailsTo(portal, owner.email)).at(-1);
  expect(mail?.subject).toBe(texts.leftMailSubject(company.name));
  expect(mail?.text).toContain(`(${employee.email}) left ${company.name}`);
  expect(mail?.text).toContain('that stay with the company: 1.');
  expect(mail?.text).toContain(`${portal.url}/installer/company?tab=employees`);
});

test('an owner cannot reach another company’s member through the own company [COMP-05]', async () => {
  const [owner, other, employee] = await Promise.all([installer(), installer(), installer()]);
  const [mine, theirs] = [await makeCompany(portal, owner), await makeCompany(portal, other)];
  const memberId = await addMember(other, theirs.id, employee);
  for (const [method, path, body] of [
    ['DELETE', `members/${memberId}`],
    ['POST', `members/${memberId}/reminder`],
    ['POST', 'owner', { memberId }],
  ] as const) {
    const refused = await send(owner, method, `/api/companies/${mine.id}/${path}`, body);
    expect(wordsOf(refused)).toEqual([404, texts.employeeNotFound]);
  }
});

test('transferring ownership to an accepted employee mails the new owner and keeps the former owner as employee [COMP-08]', async () => {
  const [owner, employee, invited] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const employeeId = await addMember(owner, company.id, employee);
  const { id: pendingId } = await invite(owner, company.id, invited.email);
  const path = `/api/companies/${company.id}/owner`;
  const { members } = await owner.api.call(listMembers, { params: { id: company.id } });
  for (const memberId of [pendingId, members[0]!.id])
    expect(wordsOf(await send(owner, 'POST', path, { memberId }))).toEqual([409, texts.notAccepted]);

  await owner.api.call(handOverCompany, { params: { id: company.id }, body: { memberId: employeeId } });
  expect((await employee.api.call(getOwnCompany, {})).own?.relation).toBe('owner');
  expect((await owner.api.call(getOwnCompany, {})).own?.relation).toBe('member');
  expect((await mailsTo(portal, employee.email)).at(-1)?.subject).toBe(texts.handedOverMailSubject(company.name));
  expect((await send(owner, 'POST', path, { memberId: employeeId })).status).toBe(403);
  expect((await send(owner, 'POST', `/api/companies/${company.id}/leave`)).status).toBe(200);

  await ageProof(portal, employee);
  const stale = await send(employee, 'POST', path, { memberId: employeeId });
  expect([stale.status, refusalIn(stale).code]).toEqual([403, 'proof_required']);
});

test('a transfer and a deletion at once never both succeed [COMP-08] [T32]', async () => {
  for (let round = 0; round < 5; round++) {
    const [owner, employee] = await Promise.all([installer(), installer()]);
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    const [handed, deleted, left] = await Promise.all([
      send(owner, 'POST', `/api/companies/${company.id}/owner`, { memberId }),
      send(owner, 'POST', `/api/companies/${company.id}/deletion`, { name: company.name }),
      send(employee, 'POST', `/api/companies/${company.id}/leave`),
    ]);
    expect([200, 403, 404, 409]).toEqual(expect.arrayContaining([handed.status, deleted.status, left.status]));
    expect([handed.status, deleted.status]).not.toEqual([200, 200]);
    const { rows } = await sql<{ ownerId: string; belongs: boolean }>`
      select owner_id, exists(select from company_membership m where m.company_id = c.id
        and m.person_id = c.owner_id and m.status = 'accepted') as belongs
      from company c where id = ${company.id}`.execute(portal.test.database.sql);
    const ownerId = handed.status === 200 ? employee.id : owner.id;
    expect(rows).toEqual(deleted.status === 200 ? [] : [{ ownerId, belongs: true }]);
  }
});

test('a removal and the deletion of the employee’s account at once end without a failure [COMP-05] [SET-03]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [owner, employee] = await Promise.all([installer(), installer()]);
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    await makeLink(owner, company.id);
    const [removed] = await Promise.all([
      send(owner, 'DELETE', `/api/companies/${company.id}/members/${memberId}`),
      deleteOwn(employee),
    ]);
    expect([200, 404]).toContain(removed.status);
    expect(await statusesOf(owner, company.id)).toEqual([[owner.email, 'owner']]);
  }
});

test('a transfer to an employee who deletes the account at once says that the employee is gone [COMP-08] [SET-03]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [owner, employee] = await Promise.all([installer(), installer()]);
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    const [handed, deleted] = await Promise.allSettled([
      send(owner, 'POST', `/api/companies/${company.id}/owner`, { memberId }),
      deleteOwn(employee),
    ]);
    const { status } = (handed as PromiseFulfilledResult<RawAnswer>).value;
    expect([status, deleted.status]).toEqual(status === 200 ? [200, 'rejected'] : [404, 'fulfilled']);
  }
});

test('a company transferred to two employees at once has one owner [COMP-08]', async () => {
  const [owner, first, second] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const ids = [await addMember(owner, company.id, first), await addMember(owner, company.id, second)];
  const answers = await Promise.all(
    ids.map((memberId) => send(owner, 'POST', `/api/companies/${company.id}/owner`, { memberId })),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
  expect((await statusesOf(owner, company.id)).filter(([, status]) => status === 'owner')).toHaveLength(1);
});

test('deleting a company frees the members to create or join a company again [COMP-06]', async () => {
  const [owner, employee] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await owner.api.call(deleteCompany, { params: { id: company.id }, body: { name: company.name } });
  const next = await makeCompany(portal, employee);
  await addMember(employee, next.id, owner);
  expect((await owner.api.call(getOwnCompany, {})).own).toMatchObject({ relation: 'member', company: { id: next.id } });
});
