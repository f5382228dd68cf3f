import { CHECK_PATH, firmwareRules, type WaitingReason } from '@trace/contract/firmware/firmware.rules';
import { makeDeviceToken } from '@trace/contract/firmware/staff/firmware.staff.api';
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs, startPortal, type Portal } from '#testing/portal';
import { connectByHand } from '#testing/stand-ins/hand-device';
import {
  chosen,
  rolloutWorld,
  type FirmwareDevice,
  type RolloutWorld,
  type StartOptions,
} from '#testing/worlds/rollout-world';

let portal: Portal;
let world: RolloutWorld;
let device: FirmwareDevice;
let count = 0;

beforeAll(async () => {
  portal = await startPortal({ FIRMWARE_CONFIRM_SEC: '10', FIRMWARE_RETURN_SEC: '10' });
  world = await rolloutWorld(portal);
});
beforeEach(async () => {
  device = await world.device(`model-${(count += 1)}`);
  return () => device.cut();
});
afterAll(() => portal.stop());

/** Runs a statement about the device. */
const change = (statement: RawBuilder<unknown>) => statement.execute(portal.test.database.sql);
const deviceId = () => sql`(select id from device where serial = ${device.serial})`;

/** Starts a rollout of 1.1.0 to the device, or of 1.2.0 in the channel `beta`. */
async function rollOut(options?: StartOptions, channel: 'stable' | 'beta' = 'stable'): Promise<string> {
  if (channel === 'beta')
    await change(sql`update firmware_device set channel = 'beta' where device_id = ${deviceId()}`);
  const version = channel === 'beta' ? '1.2.0' : '1.1.0';
  const release = await world.publish({ model: `model-${count}`, version, channel });
  return (await world.start(release, chosen([device]), options)).id;
}
async function offeredTimes(times: number): Promise<void> {
  await expect.poll(() => device.offers().length).toBe(times);
}
async function offerOnce(options?: StartOptions): Promise<string> {
  const id = await rollOut(options);
  await world.round();
  await offeredTimes(1);
  return id;
}
const waitsFor = async (id: string): Promise<WaitingReason | null> => (await world.find(id, device)).waitingFor;

test('an offer is signed and names an address of this device [FWM-03]', async () => {
  const id = await offerOnce();
  const { parameters, command } = device.commands().at(-1)!;
  expect(command).toBe('updateFirmware');
  expect(parameters).toEqual({
    updateId: expect.any(String),
    manifest: expect.stringContaining('"version":"1.1.0"'),
    keyId: '0123456789abcdef',
    signature: expect.any(String),
    url: expect.stringContaining(`/functions/v1/ota-firmware?device=${device.serial}&update=`),
  });
  expect(await world.find(id, device)).toMatchObject({ state: 'offered', tries: 1, fromVersion: '1.0.0' });
  const { rows } = await sql<{ parameters: object }>`
    select parameters from device_command where serial = ${device.serial}`.execute(portal.test.database.sql);
  expect(rows.map(({ parameters: stored }) => Object.values(stored).filter(Boolean))).toEqual([[parameters.updateId]]);
});

test('the state of an update is what the device reports, until the soak time has passed [FWD-02]', async () => {
  const id = await offerOnce();
  const states: unknown[] = [];
  const look = async () => {
    const { state, progressPct } = await world.find(id, device);
    states.push([state, progressPct]);
  };
  for (const [state, more] of [
    ['downloading', { progressPct: 12.9 }],
    ['downloading', { progressPct: 80 }],
    ['installing', {}],
    ['downloading', { progressPct: 90 }],
    ['rebooting', {}],
  ] as const) {
    await device.reports(state, more);
    await look();
  }
  await device.runs('1.1.0', { boot: 2 });
  await look();
  await device.reports('done', { boot: 2 });
  await portal.clock.advance(8_000);
  await device.runs('1.1.0', { boot: 2 });
  await look();
  // Stored late, from before the restart.
  await device.runs('1.0.0', { boot: 1 });
  await portal.clock.advance(4_000);
  await look();
  await device.reports('failed', { boot: 2, failure: 'other' });
  await look();
  expect(states).toEqual([
    ['downloading', 12],
    ['downloading', 80],
    ['installing', 100],
    ['installing', 100],
    ['rebooting', 100],
    ['verifying', 100],
    ['verifying', 100],
    ['done', 100],
    ['done', 100],
  ]);
  expect(await world.read(id)).toMatchObject({ state: 'done', rings: [{ state: 'done', done: 1 }] });
});

test('an update that breaks off is offered again after its pause, three times at most', async () => {
  const id = await offerOnce();
  for (const [index, pauseMs] of firmwareRules.retryMs.entries()) {
    await device.reports('failed', { failure: 'download_failed', detail: 'timeout' });
    const { nextTryAt, ...failed } = await world.find(id, device);
    expect(failed).toMatchObject({ state: 'waiting', waitingFor: 'retry_later', failure: 'download_failed' });
    expect(Date.parse(nextTryAt!) - portal.clock.now().getTime()).toBe(pauseMs);
    await world.round();
    await offeredTimes(index + 1);
    // Long pauses would end the sessions of the device and of the staff member.
    await change(sql`update firmware_update set next_try_at = ${portal.clock.now()} where rollout_id = ${id}`);
    await world.round();
    await offeredTimes(index + 2);
  }
  await device.reports('failed', { failure: 'download_failed' });
  expect(await world.find(id, device)).toMatchObject({ state: 'failed', failure: 'download_failed', tries: 3 });
});

test('a device that does not know the command is tried again', async () => {
  const id = await offerOnce();
  await device.answer(device.commands().at(-1)!, { success: false, error: 'unknown command' });
  expect(await world.find(id, device)).toMatchObject({
    state: 'waiting',
    waitingFor: 'retry_later',
    failure: 'other',
    detail: 'unknown command',
  });
});

test('the old version after the restart means that the device went back [FWD-02]', async () => {
  const id = await offerOnce();
  await device.reports('rebooting');
  await device.runs('1.0.0');
  expect(await world.find(id, device)).toMatchObject({ state: 'rebooting' });
  await device.runs('1.0.0', { boot: 2 });
  expect(await world.find(id, device)).toMatchObject({
    state: 'failed',
    failure: 'went_back',
    currentVersion: '1.0.0',
  });
});

test('a device that does not return in time has failed', async () => {
  const id = await offerOnce();
  await device.reports('rebooting');
  await portal.clock.advance(14_000);
  expect(await world.find(id, device)).toMatchObject({ state: 'failed', failure: 'did_not_return' });
});

test.each<[WaitingReason, () => Promise<unknown>, () => Promise<unknown>]>([
  ['battery_low', () => device.runs('1.0.0', { batteryPct: 29 }), () => device.runs('1.0.0', { externalPower: true })],
  [
    'moving',
    () => device.say('location', { lat: 60.1, lng: 24.9, speedMps: 12 }),
    () => device.say('location', { lat: 60.1, lng: 24.9, speedMps: 0 }),
  ],
  [
    'live_tracking',
    () =>
      change(sql`insert into live_lease (device_id, viewer_id, account_id, expires_at)
        values (${deviceId()}, gen_random_uuid(), gen_random_uuid(), ${new Date(portal.clock.now().getTime() + 60_000)})`),
    () => change(sql`delete from live_lease where device_id = ${deviceId()}`),
  ],
  [
    'panic_open',
    () => device.say('event', { kind: 'panic' }),
    () => change(sql`update panic_incident set closed_at = opened_at, outcome = 'safe' where closed_at is null`),
  ],
  [
    'asleep',
    () => device.say('status', { status: 'sleeping', wakeInSec: 3_600 }),
    () => device.runs('1.0.0', { status: 'online' }),
  ],
  ['offline', () => device.runs('1.0.0', { status: 'offline' }), () => device.runs('1.0.0')],
])('a guard delays the offer: %s [FWM-03]', async (reason, prepare, clear) => {
  await prepare();
  const id = await rollOut();
  await world.round();
  expect(await waitsFor(id)).toBe(reason);
  expect((await world.read(id)).waits).toEqual([{ reason, count: 1 }]);
  expect(device.offers()).toEqual([]);
  await portal.clock.advance(1_000);
  await clear();
  await portal.clock.advance(16_000);
  await offeredTimes(1);
});

test('a panic takes an update back that the device loads, until the incident is closed [FWM-03] [PANIC-03]', async () => {
  const id = await offerOnce();
  const { url } = device.commands().at(-1)!.parameters;
  await device.reports('downloading', { progressPct: 12 });
  await device.say('event', { kind: 'panic' });
  await world.round();
  expect(await world.find(id, device)).toMatchObject({ state: 'waiting', waitingFor: 'panic_open' });
  expect((await fetch(String(url))).status).toBe(410);
  await portal.clock.advance(16_000);
  expect(device.offers()).toHaveLength(1);
  await change(sql`update panic_incident set closed_at = opened_at, outcome = 'safe' where closed_at is null`);
  await portal.clock.advance(16_000);
  await offeredTimes(2);
});

test("quiet hours delay the offer, and a person's wish skips them [FWM-03]", async () => {
  const id = await rollOut({ settings: { quietHours: { from: '00:00', to: '00:00', timeZone: 'Australia/Sydney' } } });
  await world.round();
  expect(await waitsFor(id)).toBe('quiet_hours');
  await change(sql`update firmware_update set wanted_by = ${randomUUID()}::uuid, next_try_at = ${portal.clock.now()}
    where rollout_id = ${id}`);
  await world.round();
  await offeredTimes(1);
});

test('a heartbeat without news costs no statement', async () => {
  await device.runs('1.0.0');
  const read = async (): Promise<unknown> =>
    (await change(sql`select xmin::text, version, version_since from firmware_device where device_id = ${deviceId()}`))
      .rows;
  const before = await read();
  await portal.clock.advance(1_000);
  await device.runs('1.0.0');
  expect(await read()).toEqual(before);
});

/** Returns how the device asks over HTTP for an update. */
async function pollerOf({ serial }: FirmwareDevice): Promise<(version: string) => Promise<Response>> {
  const { api } = await signInAs(portal.url, world.staff.email);
  const { token } = await api.call(makeDeviceToken, { params: { serial } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (version) => fetch(portal.url + CHECK_PATH, { method: 'POST', headers, body: JSON.stringify({ version }) });
}

test('a device that went back counts, although another process heard of the new version [FWD-02]', async () => {
  const ask = await pollerOf(device);
  const poll = async (version: string): Promise<unknown> => {
    expect((await ask(version)).status).toBe(200);
    return (await change(sql`select version from firmware_device where device_id = ${deviceId()}`)).rows;
  };
  expect(await poll('1.0.0')).toEqual([{ version: '1.0.0' }]);
  // The next poll met another process, and the device went back afterwards.
  await change(sql`update firmware_device set version = '1.1.0' where device_id = ${deviceId()}`);
  expect(await poll('1.0.0')).toEqual([{ version: '1.0.0' }]);
});

test('a device that asks while another process offers another rollout gets no second offer and no error [FWD-02]', async () => {
  const ask = await pollerOf(device);
  const [stable, beta] = [await rollOut(), await rollOut({}, 'beta')];
  const answer = await portal.test.database.transaction(async (tx) => {
    await sql`update firmware_update set state = 'offered' where rollout_id = ${stable}`.execute(tx);
    return ask('1.0.0');
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ updateAvailable: false });
  expect([await world.find(stable, device), await world.find(beta, device)]).toMatchObject([
    { state: 'offered' },
    { state: 'waiting' },
  ]);
});

test('an offer that was stored and not sent reaches the device when it listens again', async () => {
  const again = await connectByHand(portal, { serial: device.serial, boot: 2 });
  await again.say('heartbeat', { status: 'online', intervalSec: 60, firmware: '1.0.0' });
  const id = await rollOut();
  await world.round();
  expect(await world.find(id, device)).toMatchObject({ state: 'offered' });
  expect(again.commands()).toEqual([]);
  await again.listen();
  await expect.poll(() => again.commands().map(({ command }) => command)).toEqual(['updateFirmware']);
  again.cut();
});
