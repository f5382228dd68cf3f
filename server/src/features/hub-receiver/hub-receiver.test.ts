import { createSocket } from 'node:dgram';
import { createConnection, type Socket } from 'node:net';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { listIncidents, readIncident } from '@trace/contract/panic/panic.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { hold, REQUESTS, waitingFor } from '#testing/held-rows';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { enterSerial } from '#testing/trackers';
import { answersOf, HEX_KEY, startHubReceiverWorld, type HubReceiverWorld } from '#testing/worlds/hub-receiver-world';

let portal: Portal;
let port: number;
let world: HubReceiverWorld;
beforeAll(async () => {
  world = await startHubReceiverWorld();
  ({ portal, port } = world);
});
afterEach(() => world.stopHubs());
afterAll(() => world.stop());

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
  const { hub, serial, number, state } = await world.reportingHub(account);
  const answers = (await hub(how)).panic({ text: 'Key fob Mia', place: { lat: -33.86, lng: 151.2093 } });
  expect(await answersOf(answers)).toEqual([ack]);
  expect((await answers)[0]).toMatchObject({ seq: '0001', account: number });
  expect(await world.eventsOf(serial)).toMatchObject([
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
  const { hub, serial } = await world.reportingHub({}, { registrant: owner });
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
  expect(await world.eventsOf(newSerialNumber)).toHaveLength(1);
});

test('a panic is acknowledged only after the commit [PANIC-05] [PANIC-06]', async () => {
  const { hub, serial } = await world.reportingHub();
  const answers: (string | null)[] = [];
  await portal.test.database.transaction(async (tx) => {
    // No event can be recorded before this transaction ends.
    await sql`lock table panic_event in exclusive mode`.execute(tx);
    answers.push(...(await answersOf((await hub({ waitMs: 400, attempts: 1 })).panic())));
  });
  expect(answers).toEqual([null]);
  await eventually(
    () => world.eventsOf(serial),
    (events) => events.length === 1,
  );
});

test('a frame that arrives again, also by the other way, is acknowledged and recorded once [PANIC-05]', async () => {
  const { hub, serial } = await world.reportingHub();
  const [tcp, udp] = [await hub(), await hub({ isUdp: true })];
  const all = await Promise.all([answersOf(tcp.panic()), answersOf(udp.panic())]);
  expect(all).toEqual([['*ACK'], ['*ACK']]);
  expect((await tcp.repeat())?.id).toBe('ACK');
  expect(await world.eventsOf(serial)).toHaveLength(1);
  portal.clock.set(new Date(portal.clock.now().getTime() + 6 * 60_000));
  expect(await answersOf(tcp.panic())).toEqual(['*ACK']);
  expect(await world.eventsOf(serial)).toHaveLength(2);
});

test('a frame with a wrong checksum gets no answer [PANIC-05]', async () => {
  const { hub, serial } = await world.reportingHub();
  for (const isUdp of [false, true]) {
    const broken = await hub({ isUdp, faults: { isChecksumWrong: true }, waitMs: 150, attempts: 1 });
    expect(await answersOf(broken.panic())).toEqual([null]);
  }
  expect(await world.eventsOf(serial)).toEqual([]);
  expect(await answersOf((await hub({ faults: { isLengthWrong: true } })).panic())).toEqual(['*ACK']);
});

test('a panic with a wrong time alerts with a mark, and the hub learns the right time [PANIC-05]', async () => {
  const { hub, serial, state } = await world.reportingHub();
  const late = await hub({ driftSec: -2_520 });
  const answers = late.panic();
  expect(await answersOf(answers)).toEqual(['NAK', '*ACK']);
  expect((await answers)[0]?.time).toEqual(portal.clock.now());
  expect(await world.eventsOf(serial)).toMatchObject([
    { hasWrongClock: true, happenedAt: new Date(portal.clock.now().getTime() - 2_520_000) },
  ]);
  expect(await answersOf(late.panic({ zone: 2 }))).toEqual(['*ACK']);
  expect(await world.eventsOf(serial)).toMatchObject([{ hasWrongClock: true }, { hasWrongClock: false }]);
  await eventually(state, ({ account }) => account?.lastReportAt !== null && account?.problem === null);
});

test.each([
  ['a day ahead', 86_400],
  ['a day behind', -86_400],
])(
  'the place of a panic of a hub whose clock is %s has the time of its arrival [PANIC-03] [PANIC-05]',
  async (_, driftSec) => {
    const { hub, user } = await world.reportingHub();
    await answersOf((await hub({ driftSec })).panic({ place: { lat: -33.86, lng: 151.2093 } }));
    const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 10 } });
    const { positions } = await user.api.call(readIncident, { params: { id: incidents[0]!.id } });
    expect(positions).toMatchObject([{ lat: -33.86, at: portal.clock.now().toISOString(), isStale: false }]);
  },
);

test.each([HEX_KEY, null])(
  'a panic of a hub whose clock was never set alerts with a mark, key %s [PANIC-05]',
  async (key) => {
    const { hub, serial } = await world.reportingHub({ key });
    const unset = await hub({ faults: { time: '00:00:00,00-00-0000' } });
    expect(await answersOf(unset.panic())).toEqual(['NAK', key === null ? 'ACK' : '*ACK']);
    expect(await world.eventsOf(serial)).toMatchObject([{ kind: 'panic', hasWrongClock: true, happenedAt: null }]);
  },
);

test('a hub that cannot set its clock is acknowledged at its second try [PANIC-05]', async () => {
  const { hub, serial, state, save } = await world.reportingHub({ key: null });
  const stuck = await hub({ driftSec: 120, attempts: 1 });
  expect(await answersOf(stuck.panic())).toEqual(['NAK']);
  const strange = await hub({ driftSec: 120, attempts: 1 });
  // The same sequence number, content and wrong time.
  expect(await answersOf(strange.panic())).toEqual(['ACK']);
  expect(await world.eventsOf(serial)).toHaveLength(1);
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
  const { hub, serial, state, number } = await world.reportingHub();
  const quick = { waitMs: 200, attempts: 1 };
  expect(await answersOf((await hub({ ...quick, key: null })).panic())).toEqual([null]);
  await eventually(state, ({ account }) => account?.problem?.kind === 'plain_frame');
  expect(await answersOf((await world.newHub({ ...quick, account: 'DEAD' })).panic())).toEqual([null]);
  // The same answer with a wrong key and to an unknown account.
  const wrong = await (await hub({ ...quick, key: 'another-key-16ch', notation: 'text' })).panic();
  const unknown = await (await world.newHub({ ...quick, account: 'DEAD', key: HEX_KEY, notation: 'hex' })).panic();
  expect(unknown).toEqual(wrong);
  expect(wrong).toMatchObject([{ id: 'NAK', account: '' }]);
  // Strangers could fill the disk with notes of frames that differ.
  expect(await refusedFramesOf(number)).toBe(1);
  await portal.clock.advance(11_000);
  await (await hub({ ...quick, key: 'another-key-16ch', notation: 'text' })).panic();
  await eventually(state, ({ account }) => account?.problem?.kind === 'wrong_key');
  expect(await world.eventsOf(serial)).toEqual([]);
  expect(await answersOf((await hub()).beat())).toEqual(['*ACK']);
  expect((await state()).account).toMatchObject({ number, problem: null });
});

test('an old frame sent again by a stranger neither alerts nor shows the hub as working [PANIC-05]', async () => {
  const { hub, serial, state } = await world.reportingHub();
  const first = await hub();
  await first.panic();
  const { account } = await eventually(state, (shown) => shown.account?.lastReportAt != null);
  const sentAt = portal.clock.now();
  portal.clock.set(new Date(sentAt.getTime() + 10 * 60_000));
  const replay = await hub({ now: () => sentAt, attempts: 1 });
  expect(await answersOf(replay.panic())).toEqual(['*ACK']);
  expect(await answersOf(replay.beat())).toEqual(['NAK']);
  expect(await world.eventsOf(serial)).toHaveLength(1);
  expect((await state()).account?.lastReportAt).toBe(account?.lastReportAt);
});

test('the codes decide: an alarm by Contact ID alerts, a restore and a test report do not [PANIC-05]', async () => {
  const { hub, serial, number } = await world.reportingHub();
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
  expect(await world.eventsOf(serial)).toMatchObject([
    { kind: 'duress', trigger: 'Zone or user 005, area 01' },
    { kind: 'alarm', trigger: 'Zone or user 7, area 1' },
  ]);
  expect(await answersOf(some.send('SIA-DCS', 'what is this'))).toEqual(['DUH']);
});

test('no message betrays the wearer of a duress alarm on the own phone [PANIC-03] [PANIC-05]', async () => {
  const { hub, number, user } = await world.reportingHub({}, { premium: true });
  expect(await answersOf((await hub()).send('SIA-DCS', `#${number}|Nri1/HA5`))).toEqual(['*ACK']);
  const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 1 } });
  const { recipients } = await user.api.call(readIncident, { params: { id: incidents[0]!.id } });
  const wearer = recipients.find(({ role }) => role === 'wearer');
  expect(wearer?.deliveries.map(({ channel }) => channel)).toEqual(['portal']);
});

test('an alarm whose long text is cut in the middle of a character alerts [PANIC-05] [PANIC-06]', async () => {
  const { hub, serial } = await world.reportingHub();
  const text = Buffer.from(`${'x'.repeat(119)}🔥`).toString('latin1');
  expect(await answersOf((await hub()).panic({ text }))).toEqual(['*ACK']);
  expect(await world.eventsOf(serial)).toMatchObject([{ trigger: `${'x'.repeat(119)}\ufffd` }]);
});

test('a panic of a linked hub concerns all devices of this hub [PANIC-05] [PANIC-09]', async () => {
  const [one, other] = [await world.reportingHub(), await world.reportingHub()];
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), '00ABCDEF', 'Boat shed', now() from device
    where serial in (${one.serial}, ${other.serial})`.execute(portal.test.database.sql);
  await (await one.hub()).panic();
  expect(await world.eventsOf(other.serial)).toMatchObject([{ hubId: '00ABCDEF' }]);
  expect((await world.eventsOf(one.serial))[0]!.deviceIds).toHaveLength(2);
});

test("an alarm under the former owner's account of a sold hub reaches no device of the next owner [PANIC-05] [T13] [A-732]", async () => {
  const [former, next] = [await world.reportingHub(), await world.reportingHub()];
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at, absent_since, broken_since)
    select id, gen_random_uuid(), '00ABCDE5', 'Sold', now(), sold_at, sold_at
    from device, lateral (select case when serial = ${former.serial} then now() end as sold_at) sale
    where serial in (${former.serial}, ${next.serial})`.execute(portal.test.database.sql);
  expect(await answersOf((await former.hub()).panic())).toEqual(['*ACK']);
  expect(await world.eventsOf(former.serial)).toMatchObject([{ hubId: `dc09:${former.number}` }]);
  expect(await world.eventsOf(next.serial)).toEqual([]);
});

test('hubs report while strangers hold silent connections, and silent connections end [PANIC-05]', async () => {
  const { hub } = await world.reportingHub();
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

/** Another server process with the same database. */
const startAnother = (): Promise<Portal> =>
  startPortal({ DC09_PORT: '0' }, undefined, portal.clock.now(), { test: { ...portal.test, drop: async () => {} } });

/** Sends more garbage to a receiver than a network may send without a proof. */
async function sendGarbage(receiver: Portal): Promise<void> {
  const garbage = createSocket('udp4');
  const heard = async (): Promise<number> => {
    const { text } = await rawCall(receiver, { path: '/metrics' });
    return Number(/trace_hub_frames_total\{outcome="malformed"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  for (let nth = 0; nth < 100; nth += 1)
    garbage.send('\ngarbage\r', receiver.app.hubReceiver.listensOn()!, '127.0.0.1');
  await eventually(heard, (count) => count > 60);
  garbage.close();
}

test('a hub that reported before a restart is heard while its network sends garbage [PANIC-05]', async () => {
  const { hub } = await world.reportingHub();
  await (await hub()).beat();
  const restarted = await startAnother();
  await sendGarbage(restarted);
  expect(await answersOf((await hub({ port: restarted.app.hubReceiver.listensOn()! })).panic())).toEqual(['*ACK']);
  await restarted.stop();
});

test('a hub whose first report another process took is heard while its network sends garbage [PANIC-05]', async () => {
  const other = await startAnother();
  const { hub } = await world.reportingHub();
  await (await hub()).beat();
  await Promise.all([portal.clock.advance(MINUTE_MS), other.clock.advance(MINUTE_MS)]);
  await sendGarbage(other);
  expect(await answersOf((await hub({ port: other.app.hubReceiver.listensOn()! })).panic())).toEqual(['*ACK']);
  await other.stop();
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
