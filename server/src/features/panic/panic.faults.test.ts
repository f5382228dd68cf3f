import { sql } from 'kysely';
import { listIncidents, releaseIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { takeByLink } from '@trace/contract/panic/panic.link.api';
import { listPanicContacts, removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Executor } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App } from '#server/app';
import type { Config } from '#server/config/config';
import { eventually } from '#testing/eventually';
import { incidentOf } from '#testing/panic-incidents';
import { assignedDevice } from '#testing/followed-device';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import type { TestBrowser } from '#testing/stand-ins/push-service';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';

let config: Config;
let world: PanicContactsWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startPanicContactsWorld((given) => (config = given));
  ({ portal } = world);
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => world.stop());

/** Server processes beside the portal, on the same database. */
const others: App[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((app) => app.stop()));
  world.sms.failWith(null);
});

async function startOther(): Promise<{ app: App; url: string }> {
  const app = await createApp({
    config,
    databaseUrl: portal.test.appUrl,
    schema: portal.test.schema,
    clock: async () => portal.clock,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
  });
  others.push(app);
  const { url } = await app.start();
  return { app, url };
}

interface Protected {
  user: SignedIn;
  browser: TestBrowser;
  device: HandDevice;
  numbers: readonly string[];
}

let phones = 0;

/** A premium user with a browser, a device, and two contacts by SMS who agreed. */
async function protectedUser(): Promise<Protected> {
  const user = await portal.person({ premium: true });
  const numbers = ['Jonas', 'Ana'].map(() => `+6149157${String((phones += 1)).padStart(4, '0')}`);
  for (const phone of numbers) await world.agreed(user, { name: phone, phone, channels: ['sms'] });
  const browser = await world.subscribe(user);
  return { user, browser, numbers, device: await assignedDevice(portal, installer, user) };
}

const press = (device: HandDevice): Promise<void> =>
  device.say('event', { kind: 'panic', ts: portal.clock.now().getTime() });

const later = (sec: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + sec * 1_000));
async function pass(sec: number): Promise<void> {
  later(sec);
  await portal.app.jobs.runDue();
}

/** The worker of the portal's process does no more work, as after kill -9, and holds no lease. */
const stopWorker = (): Promise<void> => portal.app.jobs.stop();

const emergencySms = (phone: string | undefined): number =>
  world.sms.list().filter(({ to, text }) => to === phone && text.includes('Trace emergency')).length;
const panicMails = ({ email }: SignedIn): number =>
  world.mails.to(email).filter(({ subject }) => subject.includes('pressed the panic button')).length;
const reached = ({ user, browser, numbers }: Protected): number[] => [
  browser.received.length,
  emergencySms(numbers[0]),
  panicMails(user),
];

test('two healthy processes send each message once [PANIC-06]', async () => {
  await startOther();
  const person = await protectedUser();
  const before = world.sms.requests();
  await press(person.device);
  await eventually(
    () => reached(person),
    (counts) => counts.every((count) => count > 0),
  );
  await eventually(waitingJobs, (count) => count === 0);
  expect(reached(person)).toEqual([1, 1, 1]);
  expect([world.sms.requests() - before, person.browser.tries()]).toEqual([1, 1]);
});

/** The database connections that wait for a lock of these. */
async function waitingFor(pids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where pg_blocking_pids(pid) && ${[...pids]}::int[]`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ pid }) => pid);
}

test('a contact who is being removed does not take the incident meanwhile [PANIC-04] [PANIC-07]', async () => {
  const { user, device, numbers } = await protectedUser();
  await press(device);
  await eventually(
    () => emergencySms(numbers[0]),
    (count) => count === 1,
  );
  const own = world.sms.list().filter(({ to, text }) => to === numbers[0] && text.includes('emergency#'));
  const token = /emergency#([\w-]{43})/.exec(own[0]!.text)![1]!;
  const { contacts } = await user.api.call(listPanicContacts, {});
  const answers = await portal.test.database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from panic_incident where closed_at is null for update`.execute(tx);
    const { pid } = rows[0]!;
    const removal = user.api.call(removePanicContact, { params: { id: contacts[0]!.id } });
    const [remover] = await eventually(
      () => waitingFor([pid]),
      (pids) => pids.length === 1,
    );
    const taking = portal.stranger.call(takeByLink, { body: { token } });
    await eventually(
      () => waitingFor([pid, remover!]),
      (pids) => pids.length === 2,
    );
    return [removal, taking];
  });
  const [removed, taken] = await Promise.allSettled(answers);
  expect([removed!.status, taken!.status]).toEqual(['fulfilled', 'rejected']);
  const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 1 } });
  expect(incidents[0]!.taken).toBeNull();
  device.cut();
});

test('an incident that is given back at the end of the requests for positions begins them again [PANIC-03] [PANIC-06]', async () => {
  const { user, device } = await protectedUser();
  await press(device);
  const { id } = await incidentOf(user);
  const params = { id };
  await user.api.call(takeIncident, { params });
  for (const sec of [30, 60, 60, 60]) await pass(sec);
  later(31 * 60);
  const pid = async (tx: Executor): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid;
  const { database } = portal.test;
  const [releasing, locating] = await database.transaction(async (slow) => {
    const work = await database.transaction(async (tx) => {
      await sql`select from panic_incident where closed_at is null for update`.execute(tx);
      const run = portal.app.jobs.runDue();
      const blocker = await pid(tx);
      await eventually(
        () => waitingFor([blocker]),
        ({ length }) => length > 0,
      );
      // Delays the deletion of the job.
      await sql`select from job where name = 'panic.locate' for key share`.execute(slow);
      return [run] as const;
    });
    const again = user.api.call(releaseIncident, { params });
    const slowPid = await pid(slow);
    const isReleaseBlocked = eventually(
      async () => waitingFor(await waitingFor([slowPid])),
      ({ length }) => length > 0,
    );
    await Promise.race([again, isReleaseBlocked]);
    return [[again], work] as const;
  });
  await Promise.all([...releasing, ...locating]);
  const { rows } = await sql`
    select from job where name = 'panic.locate' and payload ->> 'incidentId' = ${id}`.execute(database.sql);
  expect(rows).toHaveLength(1);
  await pass(0);
  device.cut();
});

test('a push service that answers 429 and 503 is asked again until the message is accepted [PANIC-06]', async () => {
  const { device, browser } = await protectedUser();
  browser.answerWith(429, { 'retry-after': '3600' });
  await press(device);
  await eventually(() => browser.tries(), Boolean);
  await eventually(waitingJobs, (count) => count === 0);
  browser.answerWith(503);
  await pass(2);
  browser.answerWith(201);
  await pass(5);
  expect([browser.tries(), browser.received.length]).toEqual([3, 1]);
});

test('an SMS gateway that fails for minutes gets the message when it works again [PANIC-06]', async () => {
  const { device, numbers } = await protectedUser();
  world.sms.failWith(503);
  await press(device);
  for (const sec of [2, 5, 10, 20, 40, 60, 60]) await pass(sec);
  expect(emergencySms(numbers[0])).toBe(0);
  world.sms.failWith(null);
  await pass(60);
  expect(emergencySms(numbers[0])).toBeGreaterThanOrEqual(1);
});

test('an SMS gateway that fails for hours gets the messages of an open incident [PANIC-06] [A-938]', async () => {
  const { device, numbers } = await protectedUser();
  world.sms.failWith(503);
  await press(device);
  // The reminder, which is a message of its own, fails too.
  for (const sec of [91, 61, 7_200]) await pass(sec);
  world.sms.failWith(null);
  await pass(300);
  expect(emergencySms(numbers[0])).toBeGreaterThanOrEqual(1);
  device.cut();
});

test('a process that starts after the death of another between commit and fan-out notifies on every channel [PANIC-06] [I-06]', async () => {
  const person = await protectedUser();
  const before = await openStream(portal, person.user);
  const lastId = before.lastId();
  before.close();
  await stopWorker();
  await press(person.device);
  expect(reached(person)).toEqual([0, 0, 0]);
  const { url } = await startOther();
  const resumed = await openStream({ url }, person.user, lastId);
  const { incidents } = await person.user.api.call(listIncidents, { query: { state: 'active', limit: 10 } });
  const { id } = incidents[0]!;
  expect(await resumed.until('panic-changed')).toContainEqual({ id, isRinging: true });
  resumed.close();
  await eventually(
    () => reached(person),
    (counts) => counts.every((count) => count === 1),
  );
});

test('an escalation that was due while no server ran happens at the next start [PANIC-04] [PANIC-06]', async () => {
  const person = await protectedUser();
  await stopWorker();
  await press(person.device);
  await pass(0);
  later(45);
  expect(emergencySms(person.numbers[1])).toBe(0);
  await startOther();
  await eventually(
    () => emergencySms(person.numbers[1]),
    (count) => count === 1,
  );
});

test('an SMS gateway that hangs delays neither push nor email [PANIC-06]', async () => {
  await startOther();
  const person = await protectedUser();
  world.sms.failWith('hang');
  await press(person.device);
  await eventually(
    () => reached(person),
    ([pushes, , mails]) => pushes === 1 && mails === 1,
  );
  expect(reached(person)).toEqual([1, 0, 1]);
  // Ends the hanging request.
  await world.sms.stop();
});

async function waitingJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from job
    where run_at <= ${portal.clock.now()} and (name like 'panic.%' or name like 'mail.%')`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.count;
}
