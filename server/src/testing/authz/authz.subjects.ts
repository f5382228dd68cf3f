// The objects that a call of the access matrix is about: devices, grants, pings, accounts and sessions.
import { randomUUID } from 'node:crypto';
import { changeEmail } from '@trace/contract/accounts/accounts.api';
import { listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { checkCertification } from '@trace/contract/certification/certification.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import type { Tracker } from '@trace/simulator/device/tracker';
import { sql } from 'kysely';
import { makeRequest } from '#platform/devices/testing/device-certificate';
import { principals, type Cell, type Principal, type Row, type Subject } from '#testing/authz/authz.matrix';
import { eventually } from '#testing/eventually';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { connectTracker, enterSerial, registerDevice } from '#testing/trackers';

export type People = Readonly<Record<Exclude<Principal, 'AN'>, SignedIn>>;

export type Subjects = ReturnType<typeof createSubjects>;

/** These needs are about an account. All other needs are about a device. */
const NEEDS_OF_ACCOUNTS: readonly NonNullable<Row['needs']>[] = ['person', 'session', 'emailChange'];

const UNUSED_DEVICE = 'Trace_unused';

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

export const cellOf = (row: Row, principal: Principal): Cell => row.cells[principals.indexOf(principal)] as Cell;

/** Returns a certificate request for the row that sends one. Other rows need no key. */
export async function requestFor({ needs }: Row, serial: string): Promise<string> {
  return needs === 'csr' ? (await makeRequest(serial)).csrPem : '';
}

export function createSubjects(portal: Portal, people: People) {
  const trackers: Tracker[] = [];
  const subjectsToReadOf = new Map<Principal, Promise<Subject>>();

  /** The person of a principal. Undefined when not signed in. */
  const personOf = (principal: Principal): SignedIn | undefined => (principal === 'AN' ? undefined : people[principal]);

  const userFor = (principal: Principal): SignedIn | undefined => {
    if (principal === 'I1' || principal === 'CM1') return undefined;
    return principal === 'AP' ? people.AP : people.AF;
  };

  const connectDevice = async (): Promise<string> => {
    const tracker = await connectTracker(portal);
    trackers.push(tracker);
    return tracker.serial;
  };

  /**
   * Creates a device with the principal's relation. For a principal without a relation, the device belongs to another
   * user.
   */
  const deviceFor = async (principal: Principal, row: Row): Promise<string> => {
    const isAnswered = row.isAnswered && cellOf(row, principal) === 'A';
    const serial = isAnswered ? await connectDevice() : await enterSerial(portal);
    await registerDevice(portal, serial, people.I1, userFor(principal));
    const person = personOf(principal);
    if (person && (principal === 'I3' || principal === 'CM3')) await stageGrant(portal, person, people.AF, serial);
    return serial;
  };

  /** Refused and read-only calls change no data: all such rows share one device per principal. */
  const subjectFor = (row: Row, principal: Principal): Promise<Subject> => {
    const isShared = isAboutDevice(row) && leavesAllAsItWas(row, cellOf(row, principal));
    if (row.stage || row.needs || !isShared) return newSubject(row, principal);
    const subject = subjectsToReadOf.get(principal) ?? newSubject(row, principal);
    subjectsToReadOf.set(principal, subject);
    return subject;
  };

  const newSubject = async (row: Row, principal: Principal): Promise<Subject> => {
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
      await people.I1.api.call(assignDevice, {
        params: { serial },
        body: { email: `${subject.viewerId}@example.com` },
      });
    // The limit is ten calls per hour from one address, and there are more than ten principals.
    if (row.endpoint === checkCertification)
      await sql`delete from certification_check`.execute(portal.test.database.sql);
    if (row.stage) Object.assign(subject, await row.stage(portal, person, serial));
    const own = await ownFor(row, principal);
    if (own !== null) return { ...subject, ...own };
    if (cellOf(row, principal) !== 'A' || person === undefined) return subject;
    if (row.needs === 'viewer')
      await person.api.call(startLive, { params: { serial }, body: { viewerId: subject.viewerId } });
    if (row.needs === 'ping') await beginPing(portal, person, subject);
    if (row.prepare) return { ...subject, ...(await row.prepare(portal, person, subject)) };
    return subject;
  };

  /**
   * Creates a new user of the principal's kind, with the data that the row needs. Returns null when the row needs no
   * new user.
   */
  const ownFor = async (row: Row, principal: Principal): Promise<Partial<Subject> | null> => {
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
  };

  /** Disconnects the devices. */
  const stop = async (): Promise<void> => {
    await Promise.all(trackers.map((tracker) => tracker.stop()));
  };

  return { personOf, subjectFor, newSubject, deviceFor, ownFor, stop };
}

/** Whether a row is about a device. Registering a device for the other rows would only take time. */
function isAboutDevice({ needs, stage, prepare, call: makeCall }: Row): boolean {
  if (needs !== undefined && !NEEDS_OF_ACCOUNTS.includes(needs)) return true;
  // Only a function with a third parameter knows the device.
  if ((stage?.length ?? 0) > 2 || (prepare?.length ?? 0) > 2) return true;
  const unused = { serial: UNUSED_DEVICE, pingId: '', viewerId: '', email: '', csr: '' };
  return JSON.stringify(makeCall(unused)).includes(UNUSED_DEVICE);
}

function leavesAllAsItWas(row: Row, cell: Cell): boolean {
  return cell !== 'A' || (row.endpoint.method === 'GET' && row.audit === undefined && row.prepare === undefined);
}

/** Inserts a grant directly into the database, because requested grants are limited per hour. */
async function stageGrant(portal: Portal, requester: SignedIn, user: SignedIn, serial: string): Promise<void> {
  await sql`
    insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
      lapses_at, answered_at, starts_at, ends_at)
    select d.id, d.serial, d.serial, ${requester.id}, ${user.id}, a.assigned_at, 5, 'approved',
      now() + interval '1 day', now(), now(), now() + interval '5 minutes'
    from device d join device_assignment a on a.device_id = d.id and a.ended_at is null
    where d.serial = ${serial}`.execute(portal.test.database.sql);
}

/** Starts a ping that the device leaves unanswered. The caller's request is then aborted. */
async function beginPing(portal: Portal, person: SignedIn, { serial, pingId }: Subject): Promise<void> {
  const gone = new AbortController();
  const asking = person.api.call(pingDevice, { params: { serial }, body: { id: pingId } }, { signal: gone.signal });
  asking.catch(() => {});
  const find = async () => (await sql`select from ping where id = ${pingId}`.execute(portal.test.database.sql)).rows;
  await eventually(find, ({ length }) => length === 1);
  gone.abort();
}
