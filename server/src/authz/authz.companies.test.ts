import { randomUUID } from 'node:crypto';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  matrix,
  principals,
  type Cell,
  type Principal,
  type Row,
  type Subject,
} from '#testing/authz/authz.companies.matrix';
import { bannedKeys } from '#testing/authz/authz.matrix';
import { aPicture, stageCompany, uploadLogo } from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

const refusals: Record<Exclude<Cell, 'A'>, RefusalCode> = {
  n: 'not_found',
  f: 'forbidden',
  c: 'conflict',
  u: 'unauthenticated',
};

let portal: Portal;
let people: Record<Exclude<Principal, 'AN'>, SignedIn>;
let logoId: string;
let customer: SignedIn;
const keys = new Set<string>();

beforeAll(async () => {
  portal = await startPortal();
  const installer = () => portal.person({ role: 'installer' });
  const [US, I0, CP, CM, CO, SA] = await Promise.all([
    portal.person(),
    installer(),
    installer(),
    installer(),
    installer(),
    portal.person({ role: 'staff' }),
  ]);
  people = { US, I0, CP, CM, CO, SA };
  logoId = await uploadLogo(portal, CO);
  customer = await portal.person();
});
afterAll(() => portal.stop());

const cellOf = (row: Row, principal: Principal): Cell => row.cells[principals.indexOf(principal)] as Cell;
const personOf = (principal: Principal): SignedIn | undefined => (principal === 'AN' ? undefined : people[principal]);

async function subjectFor(principal: Principal): Promise<Subject> {
  const { CO, CM, CP, I0, US } = people;
  const staged = await stageCompany(portal, { owner: CO, employee: CM, invited: CP, others: [I0, US] }, logoId);
  await sql`
    insert into company_customer (person_id, company_id, joined_at)
    values (${customer.id}, ${staged.companyId}, now())`.execute(portal.test.database.sql);
  return {
    ...staged,
    employeePersonId: CM.id,
    customerId: customer.id,
    logoId,
    draftId: await draftOf(personOf(principal)),
    invitationId: principal === 'CM' ? staged.employeeId : staged.invitedId,
    png: await aPicture(),
  };
}

async function draftOf(person: SignedIn | undefined): Promise<string> {
  const id = randomUUID();
  const until = new Date(portal.clock.now().getTime() + 60_000);
  await sql`
    insert into company_logo (id, uploaded_by, expires_at) values (${id}, ${person?.id ?? id}, ${until})`.execute(
    portal.test.database.sql,
  );
  return id;
}

async function call(row: Row, principal: Principal, subject: Subject): Promise<RawAnswer> {
  const { params = {}, body } = row.call(subject);
  const person = personOf(principal);
  return rawCall(portal, {
    method: row.endpoint.method,
    path: row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
    ...(person ? { person } : {}),
    ...(body === undefined ? {} : { body }),
    ...(row.endpoint.upload ? { headers: { 'content-type': 'application/octet-stream' } } : {}),
  });
}

async function writtenBy(answer: RawAnswer): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where request_id = ${answer.headers.get('x-request-id')}`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ action }) => action);
}

const withoutRequestId = (answer: RawAnswer): string => answer.text.replace(/"requestId":"[^"]+"/, '');

function nowhere(subject: Subject): Subject {
  const [companyId, id, other] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    ...subject,
    companyId,
    logoId: id,
    employeeId: id,
    invitationId: other,
    pendingId: other,
    customerId: other,
  };
}

const cells = matrix.flatMap((row) =>
  principals.map((principal) => ({ row, principal, name: row.endpoint.name, cell: cellOf(row, principal) })),
);

describe('access matrix of companies [GUARD-07]', () => {
  test.each(cells)('$principal calling $name gets $cell [GUARD-07]', async ({ row, principal, cell }) => {
    const subject = await subjectFor(principal);
    const answer = await call(row, principal, subject);
    for (const key of keysOf(answer.json)) keys.add(key);
    const code = answer.status === 200 ? null : refusalIn(answer).code;
    expect({ status: answer.status, code, written: await writtenBy(answer) }).toEqual(expectedOf(row, cell));
    if (cell === 'n' || (cell === 'f' && principal === 'I0')) await expectSameAsRandom(row, principal, subject, answer);
  });
});

/**
 * Law 3: an allowed write leaves one audit row, and a refused write leaves a different audit row. An unauthenticated
 * caller cannot fill the log.
 */
function expectedOf(row: Row, cell: Cell): { status: number; code: RefusalCode | null; written: string[] } {
  if (cell === 'A') return { status: 200, code: null, written: row.audit === undefined ? [] : [row.audit] };
  const code = refusals[cell];
  return { status: refusalStatus[code], code, written: cell === 'u' ? [] : ['authz_denied'] };
}

/**
 * Law 2: a hidden resource is answered byte for byte like a missing resource. The same holds for a refusal that hides
 * no other fact.
 */
async function expectSameAsRandom(row: Row, principal: Principal, subject: Subject, answer: RawAnswer): Promise<void> {
  const missing = await call(row, principal, nowhere(subject));
  expect(missing.status).toBe(answer.status);
  expect(withoutRequestId(missing)).toBe(withoutRequestId(answer));
  expect([...missing.headers.keys()].sort()).toEqual([...answer.headers.keys()].sort());
}

test('each row has a cell for every principal, and the answers cover enough keys without a banned key [GUARD-07]', () => {
  for (const row of matrix) expect(row.cells, row.endpoint.name).toMatch(new RegExp(`^[Anfcu]{${principals.length}}$`));
  expect(keys.size).toBeGreaterThan(25);
  expect([...keys].filter((key) => bannedKeys.some((banned) => banned.test(key)))).toEqual([]);
});

const byName = (name: string): Row => matrix.find(({ endpoint }) => endpoint.name === name)!;

test('removed, departed and declined members have no access from the next request on [GUARD-07] [T31]', async () => {
  const subject = await subjectFor('CO');
  const members = byName('companies.members');
  expect((await call(members, 'CM', subject)).status).toBe(200);
  const removal = { ...subject, pendingId: subject.employeeId };
  expect((await call(byName('companies.remove'), 'CO', removal)).status).toBe(200);
  const answer = await call(members, 'CM', subject);
  expect(answer.status).toBe(404);
  await expectSameAsRandom(members, 'CM', subject, answer);
  expect((await call(byName('companies.makeLink'), 'CM', subject)).status).toBe(403);
});

test('a former owner is an employee from the next request on [GUARD-07] [COMP-08]', async () => {
  const subject = await subjectFor('CO');
  expect((await call(byName('companies.handOver'), 'CO', subject)).status).toBe(200);
  expect((await call(byName('companies.update'), 'CO', subject)).status).toBe(403);
  expect((await call(byName('companies.update'), 'CM', subject)).status).toBe(200);
  expect((await call(byName('companies.members'), 'CO', subject)).status).toBe(200);
});

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysOf)];
}
