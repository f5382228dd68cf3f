import { randomUUID } from 'node:crypto';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPayments } from '#testing/worlds/billing-world';
import { deviceRows as matrix, lines } from '#testing/authz/authz.lines';
import { bannedKeys, principals, type Cell, type Principal, type Row, type Subject } from '#testing/authz/authz.matrix';
import { cellOf, createSubjects, requestFor, type People, type Subjects } from '#testing/authz/authz.subjects';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { contractEndpoints } from '#testing/contract-endpoints';
import { startHubPortal } from '#testing/worlds/hub-world';
import type { Portal } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

const refusals: Record<Exclude<Cell, 'A'>, RefusalCode> = {
  n: 'not_found',
  f: 'forbidden',
  g: 'grant_required',
  P: 'premium_required',
  u: 'unauthenticated',
  c: 'conflict',
  L: 'locked',
  '-': 'not_found',
};

let portal: Portal;
let stop: () => Promise<void>;
let people: People;
let subjects: Subjects;
const answers: { name: string; keys: string[] }[] = [];

beforeAll(async () => {
  // Grants live by the database's clock.
  const payments = await startPayments();
  const hubs = await startHubPortal(new Date(), payments.change);
  payments.connect(hubs.portal);
  portal = hubs.portal;
  stop = async () => {
    await hubs.stop();
    await payments.stripe.stop();
  };
  const [AF, AP, US, I0, I1, CM, SA] = await Promise.all([
    portal.person(),
    portal.person({ premium: true }),
    portal.person({ premium: true }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'staff' }),
  ]);
  // The installer owns the company, so the installer's devices belong to the company.
  await addMember(I1, (await makeCompany(portal, I1)).id, CM);
  people = { AF, AP, US, I0, I1, I2: I1, I3: I1, CM1: CM, CM2: CM, CM3: CM, SA };
  subjects = createSubjects(portal, people);
});
afterAll(async () => {
  await subjects.stop();
  await stop();
});

function call(row: Row, principal: Principal, subject: Subject): Promise<RawAnswer> {
  const { params = {}, query, body } = row.call(subject);
  const path = row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const person = subject.person ?? subjects.personOf(principal);
  return rawCall(portal, {
    method: row.endpoint.method,
    path: query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`,
    ...(person && row.endpoint.who !== 'anybody' ? { person } : {}),
    ...(body === undefined ? {} : { body }),
    ...(row.endpoint.upload ? { headers: { 'content-type': 'application/octet-stream' } } : {}),
  });
}

interface Written {
  action: string;
  actorId: string | null;
  requestId: string;
  subjectId: string;
}

async function auditRows(answer: RawAnswer): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select action, actor_id, request_id, subject_id from audit_log where request_id = ${answer.headers.get('x-request-id')}`.execute(
    portal.test.database.sql,
  );
  return rows;
}

const withoutRequestId = (answer: RawAnswer): string => answer.text.replace(/"requestId":"[^"]+"/, '');

const cells = matrix.flatMap((row) =>
  principals.map((principal) => ({ row, principal, name: row.endpoint.name, cell: cellOf(row, principal) })),
);

describe('access matrix [GUARD-07]', () => {
  test.each(cells)('$principal calling $name gets $cell [GUARD-07]', async ({ row, principal, cell }) => {
    const subject = await subjects.subjectFor(row, principal);
    const answer = await call(row, principal, subject);
    answers.push({ name: row.endpoint.name, keys: keysOf(answer.json) });
    const code = answer.status === 200 ? null : refusalIn(answer).code;
    const written = (await auditRows(answer)).map(({ action }) => action);
    expect({ status: answer.status, code, written }).toEqual(expectedOf(row, cell));
    if (cell === 'n') await expectSameAsRandom(row, principal, subject, answer);
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

/** Law 2: a hidden resource is answered byte for byte like a missing resource. */
async function expectSameAsRandom(row: Row, principal: Principal, subject: Subject, answer: RawAnswer): Promise<void> {
  const serial = `Trace_${randomUUID().slice(0, 8)}`;
  const nowhere = {
    ...subject,
    serial,
    pingId: randomUUID(),
    thingId: randomUUID(),
    csr: await requestFor(row, serial),
  };
  const missing = await call(row, principal, nowhere);
  expect(missing.status).toBe(answer.status);
  expect(withoutRequestId(missing)).toBe(withoutRequestId(answer));
  expect([...missing.headers.keys()].sort()).toEqual([...answer.headers.keys()].sort());
}

test('an ended relation gives no access from the next request on [GUARD-07]', async () => {
  const row = matrix.find(({ endpoint }) => endpoint.name === 'ping.list')!;
  const subject = await subjects.newSubject(row, 'AF');
  expect((await call(row, 'AF', subject)).status).toBe(200);
  await sql`
    update device_assignment set ended_at = ${portal.clock.now()} where device_id = (select id from device where serial = ${subject.serial})`.execute(
    portal.test.database.sql,
  );
  const answer = await call(row, 'AF', subject);
  expect(answer.status).toBe(404);
  await expectSameAsRandom(row, 'AF', subject, answer);
});

test('the matrix lists every route of the server, and every endpoint of the contract is bound [GUARD-07]', async () => {
  const document = (await rawCall(portal, { path: '/openapi.json' })).json as {
    paths: Record<string, Record<string, object>>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.sort()).toEqual([...lines].sort());
  const described = (await contractEndpoints()).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(described.filter((endpoint) => !routes.includes(endpoint))).toEqual([]);
});

test('each row has a cell for every principal [GUARD-07]', () => {
  for (const row of matrix)
    expect(row.cells, row.endpoint.name).toMatch(new RegExp(`^[AnfgPucL-]{${principals.length}}$`));
});

test('no answer contains a banned key [GUARD-07]', () => {
  // T13: the session token in the answer of ajax-auth is a handle of this portal.
  const shown = answers.filter(({ name }) => name !== 'hubs.signIn');
  const seen = new Set(shown.flatMap(({ keys }) => keys));
  expect(seen.size).toBeGreaterThan(40);
  expect([...seen].filter((key) => bannedKeys.some((banned) => banned.test(key)))).toEqual([]);
});

test('no answer contains another user’s email address [GUARD-07]', async () => {
  const serial = await subjects.deviceFor(
    'AF',
    matrix.find(({ isAnswered }) => isAnswered)!,
  );
  for (const row of matrix.filter(({ sendsEmail }) => sendsEmail !== true)) {
    const subject = {
      serial,
      pingId: randomUUID(),
      viewerId: randomUUID(),
      email: people.AF.email,
      csr: await requestFor(row, serial),
      ...(await subjects.ownFor(row, 'AF')),
    };
    const { text } = await call(row, 'AF', subject);
    for (const other of [people.I1, people.AP, people.SA]) expect(text).not.toContain(other.email);
  }
});

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysOf)];
}
