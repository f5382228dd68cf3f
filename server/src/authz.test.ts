import { randomUUID } from 'node:crypto';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { changeEmail } from '@trace/contract/accounts/accounts.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { checkCertification } from '@trace/contract/certification/certification.api';
import { listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { pingDevice } from '@trace/contract/ping/ping.api';
import type { Tracker } from '@trace/simulator/device/tracker';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRequest } from '#platform/devices/testing/device-certificate';
import { startPayments } from '#testing/worlds/billing-world';
import { deviceRows as matrix, lines } from '#testing/authz/authz.lines';
import { bannedKeys, principals, type Cell, type Principal, type Row, type Subject } from '#testing/authz/authz.matrix';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { contractEndpoints } from '#testing/contract-endpoints';
import { startHubPortal } from '#testing/worlds/hub-world';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { connectTracker, enterSerial, registerDevice } from '#testing/trackers';

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

/** These needs are about an account. All other needs are about a device. */
const NEEDS_OF_ACCOUNTS: readonly NonNullable<Row['needs']>[] = ['person', 'session', 'emailChange'];

let portal: Portal;
let stop: () => Promise<void>;
let people: Record<Exclude<Principal, 'AN'>, SignedIn>;
const answers: { name: string; keys: string[] }[] = [];
const trackers: Tracker[] = [];

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
});
afterAll(async () => {
  await Promise.all(trackers.map((tracker) => tracker.stop()));
  await stop();
});

const cellOf = (row: Row, principal: Principal): Cell => row.cells[principals.indexOf(principal)] as Cell;
const personOf = (principal: Principal): SignedIn | undefined => (principal === 'AN' ? undefined : people[principal]);

/**
 * Creates a device with the principal's relation. For a principal without a relation, the device belongs to another
 * user.
 */
async function deviceFor(principal: Principal, row: Row): Promise<string> {
  const isAnswered = row.isAnswered && cellOf(row, principal) === 'A';
  const serial = isAnswered ? await connectDevice() : await enterSerial(portal);
  await registerDevice(portal, serial, people.I1, userFor(principal));
  const person = personOf(principal);
  if (person && (principal === 'I3' || principal === 'CM3')) await stageGrant(person, people.AF, serial);
  return serial;
}

async function connectDevice(): Promise<string> {
  const tracker = await connectTracker(portal);
  trackers.push(tracker);
  return tracker.serial;
}

/** Inserts a grant directly into the database, because requested grants are limited per hour. */
async function stageGrant(requester: SignedIn, user: SignedIn, serial: string): Promise<void> {
  await sql`
    insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
      lapses_at, answered_at, starts_at, ends_at)
    select d.id, d.serial, d.serial, ${requester.id}, ${user.id}, a.assigned_at, 5, 'approved',
      now() + interval '1 day', now(), now(), now() + interval '5 minutes'
    from device d join device_assignment a on a.device_id = d.id and a.ended_at is null
    where d.serial = ${serial}`.execute(portal.test.database.sql);
}

function userFor(principal: Principal): SignedIn | undefined {
  if (principal === 'I1' || principal === 'CM1') return undefined;
  return principal === 'AP' ? people.AP : people.AF;
}

const subjectsToReadOf = new Map<Principal, Promise<Subject>>();

const UNUSED_DEVICE = 'Trace_unused';

/** Whether a row is about a device. Registering a device for the other rows would only take time. */
function isAboutDevice({ needs, stage, prepare, call: makeCall }: Row): boolean {
  if (needs !== undefined && !NEEDS_OF_ACCOUNTS.includes(needs)) return true;
  // Only a function with a third parameter knows the device.
  if ((stage?.length ?? 0) > 2 || (prepare?.length ?? 0) > 2) return true;
  const unused = { serial: UNUSED_DEVICE, pingId: '', viewerId: '', email: '', csr: '' };
  return JSON.stringify(makeCall(unused)).includes(UNUSED_DEVICE);
}

/** Refused and read-only calls change no data: all such rows share one device per principal. */
function subjectFor(row: Row, principal: Principal): Promise<Subject> {
  const isShared = isAboutDevice(row) && leavesAllAsItWas(row, cellOf(row, principal));
  if (row.stage || row.needs || !isShared) return newSubject(row, principal);
  const subject = subjectsToReadOf.get(principal) ?? newSubject(row, principal);
  subjectsToReadOf.set(principal, subject);
  return subject;
}

function leavesAllAsItWas(row: Row, cell: Cell): boolean {
  return cell !== 'A' || (row.endpoint.method === 'GET' && row.audit === undefined && row.prepare === undefined);
}

async function newSubject(row: Row, principal: Principal): Promise<Subject> {
  const person = personOf(principal);
  const serial = isAboutDevice(row) ? await deviceFor(principal, row) : UNUSED_DEVICE;
  const subject = {
    serial,
    pingId: randomUUID(),
    viewerId: randomUUID(),
    email: person?.email ?? people.US.email,
    csr: await requestFor(row, serial),
  };
  if (row.needs === 'waiting' && userFor(principal) === undefined)
    await people.I1.api.call(assignDevice, { params: { serial }, body: { email: `${subject.viewerId}@example.com` } });
  // The limit is ten calls per hour from one address, and there are more than ten principals.
  if (row.endpoint === checkCertification) await sql`delete from certification_check`.execute(portal.test.database.sql);
  if (row.stage) Object.assign(subject, await row.stage(portal, person, serial));
  const own = await ownFor(row, principal);
  if (own !== null) return { ...subject, ...own };
  if (cellOf(row, principal) !== 'A' || person === undefined) return subject;
  if (row.needs === 'viewer')
    await person.api.call(startLive, { params: { serial }, body: { viewerId: subject.viewerId } });
  if (row.needs === 'ping') await beginPing(person, subject);
  if (row.prepare) return { ...subject, ...(await row.prepare(portal, person, subject)) };
  return subject;
}

/** Returns a certificate request for the row that sends one. Other rows need no key. */
async function requestFor({ needs }: Row, serial: string): Promise<string> {
  return needs === 'csr' ? (await makeRequest(serial)).csrPem : '';
}

const roles = {
  I0: 'installer',
  I1: 'installer',
  I2: 'installer',
  I3: 'installer',
  CM1: 'installer',
  CM2: 'installer',
  CM3: 'installer',
  SA: 'staff',
} as const;

/**
 * Creates a new user of the principal's kind, with the data that the row needs. Returns null when the row needs no new
 * user.
 */
async function ownFor(row: Row, principal: Principal): Promise<Partial<Subject> | null> {
  if (principal === 'AN' || row.needs === undefined || !NEEDS_OF_ACCOUNTS.includes(row.needs)) return null;
  const role = principal in roles ? roles[principal as keyof typeof roles] : 'user';
  const person = await portal.person({ role });
  const own = { person, email: person.email };
  if (row.needs === 'person') return own;
  if (row.needs === 'session') {
    await signInAs(portal.url, person.email);
    const { sessions } = await person.api.call(listSessions, {});
    return { ...own, sessionId: sessions.find(({ isThis }) => !isThis)!.id };
  }
  const email = `moved-${person.email}`;
  await person.api.call(changeEmail, { body: { email } });
  const mail = (await portal.app.mail.listRecent(20)).find(({ recipient }) => recipient === email);
  return { ...own, code: /^\d+/.exec(mail!.text)![0] };
}

/** Starts a ping that the device leaves unanswered. The caller's request is then aborted. */
async function beginPing(person: SignedIn, { serial, pingId }: Subject): Promise<void> {
  const gone = new AbortController();
  const asking = person.api.call(pingDevice, { params: { serial }, body: { id: pingId } }, { signal: gone.signal });
  asking.catch(() => {});
  await expect
    .poll(async () => (await sql`select from ping where id = ${pingId}`.execute(portal.test.database.sql)).rows.length)
    .toBe(1);
  gone.abort();
}

function call(row: Row, principal: Principal, subject: Subject): Promise<RawAnswer> {
  const { params = {}, query, body } = row.call(subject);
  const path = row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const person = subject.person ?? personOf(principal);
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
    const subject = await subjectFor(row, principal);
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
  const subject = await newSubject(row, 'AF');
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
  const serial = await deviceFor(
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
      ...(await ownFor(row, 'AF')),
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
