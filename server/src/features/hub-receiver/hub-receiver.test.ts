import { createConnection, type Socket } from 'node:net';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import type { HubReporting, NewHubAccount } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { listIncidents, readIncident } from '@trace/contract/panic/panic.api';
import { startSimulatedHub, type SimulatedHub, type SimulatedHubOptions } from '@trace/stand-ins/alarm-hub/dc09/hub';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { hold, REQUESTS, statusOf, waitingFor } from '#testing/held-rows';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { enterSerial, registerDevice } from '#testing/trackers';
import { ageProof } from '#testing/worlds/company-world';

const HEX_KEY = '00112233445566778899AABBCCDDEEFF';

let portal: Portal;
let installer: SignedIn;
let port: number;
beforeAll(async () => {
  portal = await startPortal({ DC09_PORT: '0' });
  installer = await portal.person({ role: 'installer' });
  port = portal.app.hubReceiver.listensOn()!;
});
afterAll(() => portal.stop());

const hubs: SimulatedHub[] = [];
afterEach(() => hubs.splice(0).forEach((hub) => hub.stop()));

let accounts = 0;
const newNumber = (): string => `AB${String((accounts += 1)).padStart(4, '0')}`;

interface World {
  user: SignedIn;
  serial: string;
  number: string;
  save(change: Partial<NewHubAccount>): Promise<HubReporting>;
  state(): Promise<HubReporting>;
  hub(options?: Partial<SimulatedHubOptions>): Promise<SimulatedHub>;
}

/** A device with a user, and an account for its hub. */
async function reportingHub(
  given: Partial<NewHubAccount> = {},
  premium = false,
  registrant = installer,
): Promise<World> {
  const user = await portal.person({ premium });
  const serial = await enterSerial(portal);
  await registerDevice(portal, serial, registrant, user);
  const number = given.number ?? newNumber();
  const body: NewHubAccount = {
    ...{ number, maker: 'ajax', key: HEX_KEY, supervisionSec: 60, clockTolerance: 'usual' },
    ...given,
  };
  const save: World['save'] = (change) =>
    user.api.call(saveHubReporting, { params: { serial }, body: { ...body, ...change } });
  await save({});
  return {
    ...{ user, serial, number, save },
    state: () => user.api.call(getHubReporting, { params: { serial } }),
    hub: (options) => newHub({ account: number, key: body.key ?? null, notation: 'hex', ...options }),
  };
}

async function newHub(options: Partial<SimulatedHubOptions> & { account: string }): Promise<SimulatedHub> {
  const hub = await startSimulatedHub({
    ...{ host: '127.0.0.1', port, now: () => portal.clock.now(), waitMs: 3_000 },
    ...options,
  });
  hubs.push(hub);
  return hub;
}

const answersOf = async (answers: ReturnType<SimulatedHub['send']>): Promise<(string | null)[]> =>
  (await answers).map((answer) => answer && `${answer.isEncrypted ? '*' : ''}${answer.id}`);

interface EventRow {
  kind: string;
  hubId: string | null;
  deviceIds: number[];
  hasWrongClock: boolean;
  happenedAt: Date | null;
  trigger: string | null;
}

async function eventsOf(serial: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.kind, e.hub_id, e.device_ids, e.has_wrong_clock, e.happened_at, e.trigger from panic_event e
    join device d on d.id = any(e.device_ids) where d.serial = ${serial} and e.source = 'hub_direct'
    order by e.id`.execute(portal.test.database.sql);
  return rows;
}

async function refusedFramesOf(number: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hub_receiver_frame f join hub_receiver_account a on a.id = f.account_id
    where a.number = ${number} and f.outcome = 'refused'`.execute(portal.test.database.sql);
  return rows[0]!.count;
}

test.each([
  ['by TCP, with a key in hexadecimal digits', {}, { notation: 'hex' }, '*ACK'],
  ['by TCP, with the same digits read as characters', {}, { notation: 'text' }, '*ACK'],
  ['by UDP, with a key of 16 characters', { key: 'sixteen-letters!' }, { notation: 'text', isUdp: true }, '*ACK'],
  ['by UDP, without encryption', { key: null }, { isUdp: true }, 'ACK'],
  ['by TCP in pieces of one byte', { key: null }, { pieceBytes: 1 }, 'ACK'],
] as const)('a panic %s is stored and acknowledged [PANIC-05]', async (_, account, how, ack) => {
  const { hub, serial, number, state } = await reportingHub(account);
  const answers = (await hub(how)).panic({ text: 'Key fob Mia', place: { lat: -33.86, lng: 151.2093 } });
  expect(await answersOf(answers)).toEqual([ack]);
  expect((await answers)[0]).toMatchObject({ seq: '0001', account: number });
  expect(await eventsOf(serial)).toMatchObject([
    { kind: 'panic', hubId: `dc09:${number}`, hasWrongClock: false, trigger: 'Key fob Mia' },
  ]);
  const { rows } = await sql`
    select lat, lng from panic_position p join panic_incident_device d using (incident_id)
    where d.serial = ${serial}`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ lat: -33.86, lng: 151.2093 }]);
  await eventually(state, ({ account: saved }) => saved?.lastReportAt !== null);
});

test('an alarm during the replacement of its device belongs to the new tracker [PANIC-05] [IDEV-10]', async () => {
  const owner = await portal.person({ role: 'installer' });
  const { hub, serial } = await reportingHub({}, false, owner);
  const own = await hub();
  await own.panic();
  const held = await hold(
    portal,
    sql`select from panic_incident i join panic_incident_device d on d.incident_id = i.id
      where d.serial = ${serial} for update of i`,
  );
  const newSerialNumber = await enterSerial(portal);
  const body = { newSerialNumber, claimCode: null };
  const replacing = owner.api.call(replaceDevice, { params: { serial }, body });
  const replacer = await waitingFor(portal, held.pid, REQUESTS);
  const answers = own.panic();
  await waitingFor(portal, replacer);
  await held.release();
  await replacing;
  expect(await answersOf(answers)).toEqual(['*ACK']);
  expect(await eventsOf(newSerialNumber)).toHaveLength(1);
});

test('a panic is acknowledged only after the commit [PANIC-05] [PANIC-06]', async () => {
  const { hub, serial } = await reportingHub();
  const answers: (string | null)[] = [];
  await portal.test.database.transaction(async (tx) => {
    // No event can be recorded before this transaction ends.
    await sql`lock table panic_event in exclusive mode`.execute(tx);
    answers.push(...(await answersOf((await hub({ waitMs: 400, attempts: 1 })).panic())));
  });
  expect(answers).toEqual([null]);
  await eventually(
    () => eventsOf(serial),
    (events) => events.length === 1,
  );
});

test('a frame that arrives again, also by the other way, is acknowledged and recorded once [PANIC-05]', async () => {
  const { hub, serial } = await reportingHub();
  const [tcp, udp] = [await hub(), await hub({ isUdp: true })];
  const all = await Promise.all([answersOf(tcp.panic()), answersOf(udp.panic())]);
  expect(all).toEqual([['*ACK'], ['*ACK']]);
  expect((await tcp.repeat())?.id).toBe('ACK');
  expect(await eventsOf(serial)).toHaveLength(1);
  portal.clock.set(new Date(portal.clock.now().getTime() + 6 * 60_000));
  expect(await answersOf(tcp.panic())).toEqual(['*ACK']);
  expect(await eventsOf(serial)).toHaveLength(2);
});

test('a frame with a wrong checksum gets no answer [PANIC-05]', async () => {
  const { hub, serial } = await reportingHub();
  for (const isUdp of [false, true]) {
    const broken = await hub({ isUdp, faults: { isChecksumWrong: true }, waitMs: 150, attempts: 1 });
    expect(await answersOf(broken.panic())).toEqual([null]);
  }
  expect(await eventsOf(serial)).toEqual([]);
  expect(await answersOf((await hub({ faults: { isLengthWrong: true } })).panic())).toEqual(['*ACK']);
});

test('a panic with a wrong time alerts with a mark, and the hub learns the right time [PANIC-05]', async () => {
  const { hub, serial, state } = await reportingHub();
  const late = await hub({ driftSec: -2_520 });
  const answers = late.panic();
  expect(await answersOf(answers)).toEqual(['NAK', '*ACK']);
  expect((await answers)[0]?.time).toEqual(portal.clock.now());
  expect(await eventsOf(serial)).toMatchObject([
    { hasWrongClock: true, happenedAt: new Date(portal.clock.now().getTime() - 2_520_000) },
  ]);
  expect(await answersOf(late.panic({ zone: 2 }))).toEqual(['*ACK']);
  expect(await eventsOf(serial)).toMatchObject([{ hasWrongClock: true }, { hasWrongClock: false }]);
  await eventually(state, ({ account }) => account?.lastReportAt !== null && account?.problem === null);
});

test.each([
  ['a day ahead', 86_400],
  ['a day behind', -86_400],
])(
  'the place of a panic of a hub whose clock is %s has the time of its arrival [PANIC-03] [PANIC-05]',
  async (_, driftSec) => {
    const { hub, user } = await reportingHub();
    await answersOf((await hub({ driftSec })).panic({ place: { lat: -33.86, lng: 151.2093 } }));
    const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 10 } });
    const { positions } = await user.api.call(readIncident, { params: { id: incidents[0]!.id } });
    expect(positions).toMatchObject([{ lat: -33.86, at: portal.clock.now().toISOString(), isStale: false }]);
  },
);

test.each([HEX_KEY, null])(
  'a panic of a hub whose clock was never set alerts with a mark, key %s [PANIC-05]',
  async (key) => {
    const { hub, serial } = await reportingHub({ key });
    const unset = await hub({ faults: { time: '00:00:00,00-00-0000' } });
    expect(await answersOf(unset.panic())).toEqual(['NAK', key === null ? 'ACK' : '*ACK']);
    expect(await eventsOf(serial)).toMatchObject([{ kind: 'panic', hasWrongClock: true, happenedAt: null }]);
  },
);

test('a hub that cannot set its clock is acknowledged at its second try [PANIC-05]', async () => {
  const { hub, serial, state, save } = await reportingHub({ key: null });
  const stuck = await hub({ driftSec: 120, attempts: 1 });
  expect(await answersOf(stuck.panic())).toEqual(['NAK']);
  const strange = await hub({ driftSec: 120, attempts: 1 });
  // The same sequence number, content and wrong time.
  expect(await answersOf(strange.panic())).toEqual(['ACK']);
  expect(await eventsOf(serial)).toHaveLength(1);
  const other = await hub({ driftSec: 120, attempts: 1 });
  expect([await answersOf(other.beat()), await answersOf((await hub({ driftSec: 120, attempts: 1 })).beat())]).toEqual([
    ['NAK'],
    ['ACK'],
  ]);
  expect((await state()).account).toMatchObject({ lastReportAt: null, problem: { kind: 'wrong_time' } });
  await save({ clockTolerance: 'wide', key: null });
  expect(await answersOf((await hub({ driftSec: 120 })).beat())).toEqual(['ACK']);
  expect((await state()).account).toMatchObject({ problem: null, clockTolerance: 'wide' });
});

test('a stranger learns nothing and alerts nobody [PANIC-05]', async () => {
  const { hub, serial, state, number } = await reportingHub();
  const quick = { waitMs: 200, attempts: 1 };
  expect(await answersOf((await hub({ ...quick, key: null })).panic())).toEqual([null]);
  await eventually(state, ({ account }) => account?.problem?.kind === 'plain_frame');
  expect(await answersOf((await newHub({ ...quick, account: 'DEAD' })).panic())).toEqual([null]);
  // The same answer with a wrong key and to an unknown account.
  const wrong = await (await hub({ ...quick, key: 'another-key-16ch', notation: 'text' })).panic();
  const unknown = await (await newHub({ ...quick, account: 'DEAD', key: HEX_KEY, notation: 'hex' })).panic();
  expect(unknown).toEqual(wrong);
  expect(wrong).toMatchObject([{ id: 'NAK', account: '' }]);
  // Strangers could fill the disk with notes of frames that differ.
  expect(await refusedFramesOf(number)).toBe(1);
  await portal.clock.advance(11_000);
  await (await hub({ ...quick, key: 'another-key-16ch', notation: 'text' })).panic();
  await eventually(state, ({ account }) => account?.problem?.kind === 'wrong_key');
  expect(await eventsOf(serial)).toEqual([]);
  expect(await answersOf((await hub()).beat())).toEqual(['*ACK']);
  expect((await state()).account).toMatchObject({ number, problem: null });
});

test('an old frame sent again by a stranger neither alerts nor shows the hub as working [PANIC-05]', async () => {
  const { hub, serial, state } = await reportingHub();
  const first = await hub();
  await first.panic();
  const { account } = await eventually(state, (shown) => shown.account?.lastReportAt != null);
  const sentAt = portal.clock.now();
  portal.clock.set(new Date(sentAt.getTime() + 10 * 60_000));
  const replay = await hub({ now: () => sentAt, attempts: 1 });
  expect(await answersOf(replay.panic())).toEqual(['*ACK']);
  expect(await answersOf(replay.beat())).toEqual(['NAK']);
  expect(await eventsOf(serial)).toHaveLength(1);
  expect((await state()).account?.lastReportAt).toBe(account?.lastReportAt);
});

test('the codes decide: an alarm by Contact ID alerts, a restore and a test report do not [PANIC-05]', async () => {
  const { hub, serial, number } = await reportingHub();
  const some = await hub();
  for (const [id, data] of [
    ['ADM-CID', `#${number}|1423 01 005`],
    ['ADM-CID', `#${number}|3120 01 005`],
    ['SIA-DCS', `#${number}|Nri1/RP0`],
    ['SIA-DCS', `#${number}|Nri1/CL501`],
    ['SIA-DCS', `#${number}|Nri1/VA7`],
    ['NULL', ''],
  ] as const)
    expect(await answersOf(some.send(id, data))).toEqual(['*ACK']);
  expect(await eventsOf(serial)).toMatchObject([
    { kind: 'duress', trigger: 'Zone or user 005, area 01' },
    { kind: 'alarm', trigger: 'Zone or user 7, area 1' },
  ]);
  expect(await answersOf(some.send('SIA-DCS', 'what is this'))).toEqual(['DUH']);
});

test('no message betrays the wearer of a duress alarm on the own phone [PANIC-03] [PANIC-05]', async () => {
  const { hub, number, user } = await reportingHub({}, true);
  expect(await answersOf((await hub()).send('SIA-DCS', `#${number}|Nri1/HA5`))).toEqual(['*ACK']);
  const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 1 } });
  const { recipients } = await user.api.call(readIncident, { params: { id: incidents[0]!.id } });
  const wearer = recipients.find(({ role }) => role === 'wearer');
  expect(wearer?.deliveries.map(({ channel }) => channel)).toEqual(['portal']);
});

test('an alarm whose long text is cut in the middle of a character alerts [PANIC-05] [PANIC-06]', async () => {
  const { hub, serial } = await reportingHub();
  const text = Buffer.from(`${'x'.repeat(119)}🔥`).toString('latin1');
  expect(await answersOf((await hub()).panic({ text }))).toEqual(['*ACK']);
  expect(await eventsOf(serial)).toMatchObject([{ trigger: `${'x'.repeat(119)}\ufffd` }]);
});

test('a panic of a linked hub concerns all devices of this hub [PANIC-05] [PANIC-09]', async () => {
  const [one, other] = [await reportingHub(), await reportingHub()];
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), '00ABCDEF', 'Boat shed', now() from device
    where serial in (${one.serial}, ${other.serial})`.execute(portal.test.database.sql);
  await (await one.hub()).panic();
  expect(await eventsOf(other.serial)).toMatchObject([{ hubId: '00ABCDEF' }]);
  expect((await eventsOf(one.serial))[0]!.deviceIds).toHaveLength(2);
});

test("an alarm under the former owner's account of a sold hub reaches no device of the next owner [PANIC-05] [T13] [A-732]", async () => {
  const [former, next] = [await reportingHub(), await reportingHub()];
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at, absent_since, broken_since)
    select id, gen_random_uuid(), '00ABCDE5', 'Sold', now(), sold_at, sold_at
    from device, lateral (select case when serial = ${former.serial} then now() end as sold_at) sale
    where serial in (${former.serial}, ${next.serial})`.execute(portal.test.database.sql);
  expect(await answersOf((await former.hub()).panic())).toEqual(['*ACK']);
  expect(await eventsOf(former.serial)).toMatchObject([{ hubId: `dc09:${former.number}` }]);
  expect(await eventsOf(next.serial)).toEqual([]);
});

test('a hub that stops reporting is an alert until it reports again [PANIC-05]', async () => {
  const { hub, state, user } = await reportingHub();
  const some = await hub();
  await some.beat();
  const alertsOf = async (person: SignedIn) =>
    (await person.api.call(listAlerts, { query: { limit: 20 } })).alerts.filter(({ kind }) => kind === 'hub_silent');
  await portal.clock.advance(170_000);
  expect(await alertsOf(user)).toEqual([]);
  await portal.clock.advance(45_000);
  expect(await alertsOf(user)).toMatchObject([{ endedAt: null }]);
  expect((await state()).account?.silentSince).not.toBeNull();
  await portal.clock.advance(240_000);
  expect(await alertsOf(user)).toHaveLength(1);
  // A hub that was idle for so long opens a new connection.
  await (await hub()).beat();
  await eventually(
    () => alertsOf(user),
    ([alert]) => alert?.endedAt != null,
  );
  expect((await state()).account?.silentSince).toBeNull();
});

test('user and installer set up direct reports with a fresh proof, and both are told [PANIC-05] [T08]', async () => {
  const { user, serial, number, state } = await reportingHub();
  const path = `/api/devices/${serial}/hub-reporting`;
  const put = (person: SignedIn, body: unknown) => rawCall(portal, { method: 'PUT', path, person, body });
  // The clock of this file has jumped since the first sign-in.
  const fresh = { ...installer, ...(await signInAs(portal.url, installer.email)) };
  const body = { number, maker: 'other', supervisionSec: 300, clockTolerance: 'usual' };
  const changed = await put(fresh, body);
  expect(changed.json).toMatchObject({ account: { maker: 'other', isEncrypted: true, supervisionSec: 300 } });
  const mails = await portal.app.mail.listRecent(20);
  const told = mails.filter(({ subject }) => subject === texts.changedMailSubject('Work ute'));
  expect(new Set(told.map(({ recipient }) => recipient))).toEqual(new Set([user.email, installer.email]));
  const { rows } = await sql<{ entry: string }>`
    select details::text as entry from audit_log where action = 'device.saveHubReporting' and subject_id = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify([rows, changed.json, mails, portal.logged()])).not.toContain(HEX_KEY);
  const { number: taken } = await reportingHub();
  expect(refusalIn(await put(user, { ...body, number: taken }))).toMatchObject({
    code: 'conflict',
    field: 'body.number',
  });
  for (const wrong of [{ number: 'XYZ' }, { number: '12' }, { key: 'short' }, { supervisionSec: 61 }])
    expect(refusalIn(await put(user, { ...body, ...wrong })).code).toBe('invalid_input');
  const staff = await portal.person({ role: 'staff' });
  const stranger = await portal.person();
  expect([(await put(staff, body)).status, (await put(stranger, body)).status]).toEqual([403, 404]);
  await ageProof(portal, user);
  expect(refusalIn(await put(user, body)).code).toBe('proof_required');
  expect((await state()).receiver).toEqual({ host: '127.0.0.1', port });
});

test('the direct reports of a hub end when its user gives the device back [PANIC-05] [GUARD-07]', async () => {
  const { user, serial, hub } = await reportingHub({ key: null });
  const own = await hub({ waitMs: 200, attempts: 1 });
  await user.api.call(endAssignment, { params: { serial } });
  const left = await installer.api.call(getHubReporting, { params: { serial } });
  expect(left.account).toBeNull();
  expect(await answersOf(own.panic())).toEqual([null]);
  expect(await eventsOf(serial)).toEqual([]);
});

test.each<[string, (user: SignedIn, serial: string) => Promise<unknown>]>([
  ['gives the device back', (user, serial) => user.api.call(endAssignment, { params: { serial } })],
  [
    'removes the device',
    (user, serial) => user.api.call(removeDevice, { params: { serial }, body: { confirmation: null } }),
  ],
])('another device of the household takes the direct reports over when its user %s [PANIC-05]', async (_how, leave) => {
  const { user, serial, number, hub } = await reportingHub();
  const neighbour = await portal.person();
  const [theirs, second] = [await enterSerial(portal), await enterSerial(portal)];
  await registerDevice(portal, theirs, installer, neighbour);
  await registerDevice(portal, second, installer, user);
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), ${`00${number}`}, 'Home', now() from device
    where serial in (${serial}, ${theirs}, ${second})`.execute(portal.test.database.sql);
  await leave(user, serial);
  const state = await user.api.call(getHubReporting, { params: { serial: second } });
  expect(state.account).toMatchObject({ number, isEncrypted: true });
  expect(await answersOf((await hub()).panic())).toEqual(['*ACK']);
  expect(await eventsOf(second)).toHaveLength(1);
  await user.api.call(endAssignment, { params: { serial: second } });
  const stranger = await neighbour.api.call(getHubReporting, { params: { serial: theirs } });
  expect(stranger.account).toBeNull();
});

test('the alert of a silent hub ends when the user of the hub deletes the account [PANIC-05] [SET-03]', async () => {
  const { hub, user, serial } = await reportingHub();
  await (await hub()).beat();
  await portal.clock.advance(170_000);
  await portal.clock.advance(45_000);
  const fresh = await signInAs(portal.url, installer.email);
  const alertsOf = async () =>
    (await fresh.api.call(listAlerts, { query: { limit: 100 } })).alerts.filter(
      ({ kind, device }) => kind === 'hub_silent' && device?.serialNumber === serial,
    );
  expect(await alertsOf()).toMatchObject([{ endedAt: null }]);
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await alertsOf()).toMatchObject([{ endedAt: expect.any(String) }]);
});

test('a device that leaves its user does not wait for messages of another device of its hub [PANIC-05] [STAT-01]', async () => {
  const { user, serial, number } = await reportingHub();
  const second = await enterSerial(portal);
  await registerDevice(portal, second, installer, user);
  const body = {
    number: newNumber(),
    maker: 'ajax',
    key: HEX_KEY,
    supervisionSec: 60,
    clockTolerance: 'usual',
  } as const;
  await user.api.call(saveHubReporting, { params: { serial: second }, body });
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), ${`00${number}`}, 'Home', now() from device
    where serial in (${serial}, ${second})`.execute(portal.test.database.sql);
  const held = await hold(portal, statusOf(serial));
  await user.api.call(endAssignment, { params: { serial: second } });
  expect((await installer.api.call(getHubReporting, { params: { serial: second } })).account).toBeNull();
  await held.release();
});

test('removed direct reports are no longer accepted [PANIC-05]', async () => {
  const { user, serial, hub } = await reportingHub({ key: null });
  const some = await hub({ waitMs: 200, attempts: 1 });
  expect(await answersOf(some.beat())).toEqual(['ACK']);
  const left = await user.api.call(removeHubReporting, { params: { serial } });
  expect(left.account).toBeNull();
  expect(await answersOf(some.panic())).toEqual([null]);
});

test('hubs report while strangers hold silent connections, and silent connections end [PANIC-05]', async () => {
  const { hub } = await reportingHub();
  const before = await hub();
  await before.beat();
  // Two networks of strangers, each with more connections than one network may hold.
  const silent = await Promise.all(
    Array.from({ length: 600 }, (_, index) => openSilently(`127.0.7.${1 + (index % 2)}`)),
  );
  expect(silent.filter((socket) => !socket.destroyed).length).toBeGreaterThan(0);
  await eventually(
    () => silent.filter((socket) => socket.closed).length,
    (closed) => closed === 200,
  );
  expect(await answersOf((await hub()).panic())).toEqual(['*ACK']);
  await portal.clock.advance(75_000);
  await eventually(
    () => silent.every((socket) => socket.closed),
    (isClosed) => isClosed,
  );
  expect(await answersOf(before.beat())).toEqual(['*ACK']);
});

function openSilently(localAddress: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(socket));
  });
}
