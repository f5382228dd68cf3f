// Two server processes on a database: people use the first process, devices the other process.
import { randomUUID } from 'node:crypto';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { getPingQuota, pingDevice } from '@trace/contract/ping/ping.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { signOut } from '@trace/contract/auth/auth.api';
import { endAssignment as giveBack } from '@trace/contract/devices/assignment/devices.taken.api';
import { startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createServerProcesses } from '#platform/processes/server-processes';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { startOtherProcess, type OtherProcess } from '#testing/other-process';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice, connectTracker, registerDevice } from '#testing/trackers';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { openStream, type OpenStream } from '#testing/sse';

let portal: Portal;
let other: OtherProcess;
let elsewhere: Portal;
let installer: SignedIn;
const devices: HandDevice[] = [];
const streams: OpenStream[] = [];

beforeAll(async () => {
  portal = await startPortal();
  other = await startOtherProcess(portal, {}, portal.clock);
  elsewhere = { ...portal, ...other };
  installer = await portal.person({ role: 'installer' });
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await other.stop();
  await portal.stop();
});

/** A device that is connected to the other process. */
async function remoteDeviceOf(user: SignedIn): Promise<HandDevice> {
  const device = await assignedDevice(elsewhere, installer, user);
  devices.push(device);
  return device;
}

async function watches(person: { cookie: string }, at: { url: string } = portal): Promise<OpenStream> {
  const stream = await openStream(at, person);
  streams.push(stream);
  return stream;
}

const named = (device: HandDevice, command: string): Promise<CommandMessage[]> =>
  eventually(
    () => device.commands().filter((one) => one.command === command),
    (found) => found.length > 0,
  );
const report = (device: HandDevice, lat: number): Promise<void> => device.say('location', { lat, lng: 10 });

test('streams a position to the page at one process of a device at the other [SCALE-02] [LIVE-09]', async () => {
  const user = await portal.person({ premium: true });
  const device = await remoteDeviceOf(user);
  const stream = await watches(user);
  for (let lat = 1; lat <= 20; lat += 1) await report(device, lat);
  const positions = await stream.until<Position>('position', 20);
  expect(positions.map(({ lat }) => lat)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  await device.say('heartbeat', { status: 'online', intervalSec: 60, batteryPct: 41 });
  await eventually(
    () => stream.of<{ batteryPct: number }>(deviceStatusEvent.name),
    (all) => all.some(({ batteryPct }) => batteryPct === 41),
  );
});

test('a page that resumes at another process gets exactly the events it missed [SCALE-02] [LIVE-09]', async () => {
  const user = await portal.person();
  const { serial } = await remoteDeviceOf(user);
  const changed = devicesChangedEvent.name;
  const page = await watches(user);
  const rename = (person: Pick<SignedIn, 'api'>, nickname: string) =>
    person.api.call(renameDevice, { params: { serial }, body: { nickname } });
  const there = await signInAs(other.url, user.email);
  await rename(user, 'Van 1');
  await page.until(changed);
  page.close();
  await rename(user, 'Van 2');
  await rename(there, 'Van 3');

  const resumed = await openStream(other, user, page.lastId());
  streams.push(resumed);
  await rename(user, 'Van 4');

  const { rows } = await sql<{ cursor: string }>`
    select xid::text || '.' || id as cursor from outbox where kind = ${changed} and ${user.id} = any(audience)
    order by xid, id`.execute(portal.test.database.sql);
  const sent = rows.map(({ cursor }) => cursor);
  const cursorsOf = (stream: OpenStream) => stream.events.flatMap(({ event, id }) => (event === changed ? [id!] : []));
  await eventually(
    () => cursorsOf(resumed),
    (cursors) => cursors.includes(sent.at(-1)!),
  );
  const received = [...cursorsOf(page), ...cursorsOf(resumed)];
  expect(resumed.of('hello')).toMatchObject([{ complete: true }]);
  // The assignment may still have been on its way when the first page opened, so its event may come first.
  expect(received).toEqual(sent.slice(sent.indexOf(received[0]!)));
  expect(received.length).toBeGreaterThanOrEqual(4);
});

test('no position reaches the page at one process after its right ended at the other [SCALE-02] [LIVE-07]', async () => {
  const user = await portal.person({ premium: true });
  const device = await remoteDeviceOf(user);
  const stream = await watches(user);
  await report(device, 1);
  await stream.until('position');
  await endAssignment(portal, device.serial);
  await portal.clock.advance(1_000);
  await report(device, 2);
  await portal.clock.advance(1_000);
  expect(stream.of<Position>('position').map(({ lat }) => lat)).toEqual([1]);
});

test('withholds positions at every process once giving back is answered [SCALE-02] [GUARD-07] [T23]', async () => {
  const user = await portal.person({ premium: true });
  const next = await portal.person({ premium: true });
  const device = await remoteDeviceOf(user);
  const pages = [await watches(user), await watches(user, other)];
  const nextPage = await watches(next);
  await report(device, 1);
  for (const page of pages) await page.until('position');

  // The clock stands still, so no process decides anew by itself.
  await user.api.call(giveBack, { params: { serial: device.serial } });
  await report(device, 2);
  await assignDevice(portal, device.serial, installer, next);
  await report(device, 3);
  await portal.clock.advance(500);
  await report(device, 4);
  await nextPage.until('position');

  for (const page of pages) expect(page.of<Position>('position').map(({ lat }) => lat)).toEqual([1]);
  expect(nextPage.of<Position>('position').map(({ lat }) => lat)).toEqual([4]);
});

test('withholds a position that another process sent before the end and that arrives after [SCALE-02] [T23]', async () => {
  const user = await portal.person({ premium: true });
  const device = await remoteDeviceOf(user);
  const page = await watches(user);
  await report(device, 1);
  const [first] = await page.until<Position>('position');
  const { database } = portal.test;
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${device.serial}`.execute(
    database.sql,
  );
  const late = createServerProcesses({ database, log: createLog({ level: 'silent' }), version: '0.1.0' });
  late.on<{ turn: number }>('tracking-access-ended', ({ turn }, from) => late.send(from, 'tracking-withheld', turn));
  await late.start(() => ({ name: 'late:0', deviceConnections: 0, openStreams: 0 }));
  const send = (lat: number): void =>
    late.send('others', 'streams-frame', {
      ...{ name: 'position', accounts: [user.id], key: String(rows[0]!.id) },
      data: { ...first!, lat },
    });
  send(2);
  await page.until('position', 2);

  await user.api.call(giveBack, { params: { serial: device.serial } });
  send(3);
  await portal.clock.advance(500);
  await page.until('gap');
  await late.stop();

  expect(page.of<Position>('position').map(({ lat }) => lat)).toEqual([1, 2]);
});

test('live tracking starts at one process for a device at the other, and stops once [SCALE-02] [LIVE-08]', async () => {
  const user = await portal.person({ premium: true });
  const device = await remoteDeviceOf(user);
  const there = await signInAs(other.url, user.email);
  const params = { serial: device.serial };
  const [here, second] = [randomUUID(), randomUUID()];
  const outcome = user.api.call(startLive, { params, body: { viewerId: here } });
  const [command] = await named(device, 'enableLiveGps');
  await device.answer(command!, { success: true });
  expect(await outcome).toMatchObject({ outcome: 'tracking', wasOn: false });
  expect(await there.api.call(startLive, { params, body: { viewerId: second } })).toMatchObject({ wasOn: true });
  await user.api.call(stopLive, { params: { ...params, viewerId: here } });
  expect(device.commands().map(({ command: name }) => name)).toEqual(['enableLiveGps']);
  await there.api.call(stopLive, { params: { ...params, viewerId: second } });
  await named(device, 'disableLiveGps');
});

test('a device that reconnects to another process leaves the first and stays online [SCALE-02] [STAT-01]', async () => {
  const user = await portal.person();
  const first = await remoteDeviceOf(user);
  const ping = user.api.call(pingDevice, { params: { serial: first.serial }, body: { id: randomUUID() } });
  const [asked] = await named(first, 'getLocation');
  await portal.clock.advance(10);
  const second = await connectByHand(portal, { serial: first.serial, boot: 2 });
  devices.push(second);
  await eventually(first.isClosed, Boolean);
  await second.listen();
  // The command that the first connection never acknowledged is sent again, with the same id.
  const [again] = await named(second, 'getLocation');
  expect(again!.requestId).toBe(asked!.requestId);
  await second.answer(again!, { success: true, location: { latitude: 1, longitude: 2 } });
  expect(await ping).toMatchObject({ outcome: 'located' });
  await portal.clock.advance(2_000);
  expect(await user.api.call(listStatuses, {})).toMatchObject({ statuses: [{ status: 'online' }] });
});

test('signing out at one process ends the stream at the other [SCALE-02] [SESS-05]', async () => {
  const user = await portal.person();
  const stream = await watches(user, other);
  await user.api.call(signOut, { query: {} });
  await portal.clock.advance(1_000);
  await stream.until('end');
  expect(stream.of('end')).toEqual([{ reason: 'signed_out' }]);
});

test('the daily quota is exact with 20 sessions at two processes [SCALE-02] [PING-04]', async () => {
  const user = await portal.person();
  const trackers = await Promise.all(Array.from({ length: 40 }, () => connectTracker(elsewhere)));
  for (const { serial } of trackers) await registerDevice(elsewhere, serial, installer, user);
  const sessions: Awaited<ReturnType<typeof signInAs>>[] = [];
  for (let index = 0; index < 20; index += 1) {
    await sql`delete from sign_in_attempt`.execute(portal.test.database.sql);
    sessions.push(await signInAs(index % 2 === 0 ? portal.url : other.url, user.email));
  }
  const ping = (index: number): Promise<string> =>
    sessions[index % 20]!.api.call(pingDevice, {
      params: { serial: trackers[index % 40]!.serial },
      body: { id: randomUUID() },
    }).then(
      ({ outcome }) => outcome,
      (error: ApiError) => error.refusal?.code ?? 'failed',
    );
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, index) => ping(index)));
  const located = outcomes.filter((outcome) => outcome === 'located').length;
  expect(outcomes).toContain('daily_ping_limit');
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: located });
  for (let index = located; index < 30; index += 1) expect(await ping(index)).toBe('located');
  expect(await ping(0)).toBe('daily_ping_limit');
  expect(await ping(1)).toBe('daily_ping_limit');
  await Promise.all(trackers.map((tracker) => tracker.stop()));
});
