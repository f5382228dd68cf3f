import { listNotifications } from '@trace/contract/notifications/notifications.api';
import { listRollouts, previewRollout, steerRollout } from '@trace/contract/firmware/staff/firmware.staff.api';
import {
  newRolloutSettingsSchema,
  type Ring,
  type RolloutDetails,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { chosen, rolloutWorld, type FirmwareDevice, type RolloutWorld } from '#testing/worlds/rollout-world';
import { percentileOf } from './firmware.percentile.service.ts';

let portal: Portal;
let world: RolloutWorld;
const all: FirmwareDevice[] = [];

beforeAll(async () => {
  portal = await startPortal({ FIRMWARE_CONFIRM_SEC: '20' });
  world = await rolloutWorld(portal);
});
afterAll(async () => {
  for (const device of all) device.cut();
  await portal.stop();
});

const connect = async (model: string, count: number): Promise<FirmwareDevice[]> => {
  const devices = await world.devices(model, count);
  all.push(...devices);
  return devices;
};
type Action = 'pause' | 'resume' | 'stop' | 'retry_failed';
const steer = ({ id, revision }: RolloutDetails, action: Action) =>
  world.staff.api.call(steerRollout, { params: { id }, body: { action, revision } });
const steerRaw = ({ id }: RolloutDetails, action: Action, revision: number) =>
  rawCall(portal, {
    method: 'POST',
    path: `/api/support/firmware/rollouts/${id}/steer`,
    person: world.staff,
    body: { action, revision },
  });
const offered = (devices: readonly FirmwareDevice[]): number[] => devices.map((device) => device.offers().length);
/** Runs an offered update to its end. */
async function update(devices: readonly FirmwareDevice[], version: string): Promise<void> {
  for (const device of devices) await device.runs(version, { boot: 2 });
  await portal.clock.advance(22_000);
}

test('a rollout halts by itself at its failure limit and hands out nothing more [FWM-03]', async () => {
  const devices = await connect('halting', 20);
  const release = await world.publish({ model: 'halting', version: '1.1.0' });
  const offline = devices.slice(18);
  for (const device of offline) await device.runs('1.0.0', { status: 'offline' });
  const { id } = await world.start(release, chosen(devices));
  await world.round();
  await expect.poll(() => offered(devices)).toEqual([...Array<number>(18).fill(1), 0, 0]);

  const [broken, other, ...good] = devices as [FirmwareDevice, FirmwareDevice, ...FirmwareDevice[]];
  await good[0]!.reports('installing');
  await broken.reports('failed', { failure: 'wrong_hash', detail: 'sha256 mismatch at lat=60.1699' });
  const halted = await world.read(id);
  expect(halted).toMatchObject({
    state: 'halted',
    halt: { ring: 1, failed: 1, finished: 1, failureLimitPct: 2 },
    failures: [{ failure: 'wrong_hash', count: 1, toVersions: ['1.0.0'] }],
  });
  const { notifications } = await world.staff.api.call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toContain('The rollout of firmware 1.1.0 halted');
  await other.reports('failed', { failure: 'bad_signature' });

  for (const device of offline) await device.runs('1.0.0');
  await portal.clock.advance(20_000);
  expect(offered(devices)).toEqual([...Array<number>(18).fill(1), 0, 0]);
  expect(await world.find(id, good[0]!)).toMatchObject({ state: 'installing' });
  expect(await world.find(id, good[1]!)).toMatchObject({ state: 'waiting', waitingFor: 'not_running' });
  expect(await world.find(id, broken)).toMatchObject({ state: 'failed', detail: 'sha256 mismatch at [hidden]' });

  await steer(await world.read(id), 'retry_failed');
  await steer(await world.read(id), 'resume');
  for (const device of devices) await device.runs('1.0.0');
  await world.round();
  await expect.poll(() => offered(devices)).toEqual([2, 2, 1, ...Array<number>(15).fill(2), 1, 1]);
  await update(devices, '1.1.0');
  expect(await world.read(id)).toMatchObject({ state: 'done', halt: null, rings: [{ done: 20, total: 20 }] });
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${id} and action <> 'firmware.listRolloutDevices' order by id`.execute(
    portal.test.database.sql,
  );
  const steered = 'firmware.steerRollout';
  expect(rows.map(({ action }) => action)).toEqual(['firmware.startRollout', 'firmware.halt', steered, steered]);
});

test('pausing takes back offers and downloads, resuming offers again, stopping ends the rest [FWM-03]', async () => {
  const devices = await connect('steered', 3);
  const [first, second, third] = devices as [FirmwareDevice, FirmwareDevice, FirmwareDevice];
  const started = await world.start(await world.publish({ model: 'steered', version: '1.1.0' }), chosen(devices));
  await world.round();
  await expect.poll(() => offered(devices)).toEqual([1, 1, 1]);
  await first.reports('rebooting');
  await second.reports('downloading', { progressPct: 40 });

  const paused = await steer(started, 'pause');
  expect(paused).toMatchObject({
    state: 'paused',
    rings: [{ underWay: 1, waiting: 2 }],
    waits: [{ reason: 'not_running', count: 2 }],
  });
  await second.reports('downloading', { progressPct: 50 });
  await portal.clock.advance(16_000);
  expect(offered(devices)).toEqual([1, 1, 1]);

  const resumed = await steer(paused, 'resume');
  for (const device of devices) await device.runs('1.0.0');
  await world.round();
  await expect.poll(() => offered(devices)).toEqual([1, 2, 2]);

  await third.reports('installing');
  expect(await steer(resumed, 'stop')).toMatchObject({ state: 'stopped', rings: [{ cancelled: 1, underWay: 2 }] });
  await update([first, third], '1.1.0');
  expect(await world.read(started.id)).toMatchObject({ state: 'stopped', rings: [{ done: 2, cancelled: 1 }] });
});

test('a download that breaks off after several pauses is tried again [FWM-03]', async () => {
  const [device] = (await connect('patient', 1)) as [FirmwareDevice];
  let rollout = await world.start(await world.publish({ model: 'patient', version: '1.1.0' }), chosen([device]));
  for (let pauses = 0; pauses <= 3; pauses += 1) {
    if (pauses > 0) rollout = await steer(await steer(rollout, 'pause'), 'resume');
    await world.round();
    await expect.poll(() => offered([device])).toEqual([pauses + 1]);
    await device.reports('downloading', { progressPct: pauses });
  }
  await device.reports('failed', { failure: 'download_failed' });
  expect(await world.find(rollout.id, device)).toMatchObject({ state: 'waiting', waitingFor: 'retry_later' });
});

test('an action on an older revision is refused, and so is an action that the state does not allow', async () => {
  const devices = await connect('revised', 1);
  const started = await world.start(await world.publish({ model: 'revised', version: '1.1.0' }), chosen(devices));
  expect((await steerRaw(started, 'resume', started.revision)).status).toBe(409);
  const stopped = await steer(await steer(started, 'pause'), 'stop');
  expect((await steerRaw(started, 'pause', started.revision)).status).toBe(409);
  expect((await steerRaw(started, 'resume', stopped.revision)).status).toBe(409);
});

test('a failing report and a pause at once leave one consistent state', async () => {
  const devices = await connect('racing', 6);
  const started = await world.start(await world.publish({ model: 'racing', version: '1.1.0' }), chosen(devices));
  await world.round();
  await expect.poll(() => offered(devices)).toEqual([1, 1, 1, 1, 1, 1]);
  const [answer] = await Promise.all([
    steerRaw(started, 'pause', started.revision),
    ...devices.map((device) => device.reports('failed', { failure: 'expired' })),
  ]);
  const { state, halt, revision, rings } = await world.read(started.id);
  const [{ failed, waiting, underWay }] = rings as [Ring];
  // A failure after the pause belongs to an offer that was taken back.
  expect({ known: failed + waiting, underWay }).toEqual({ known: 6, underWay: 0 });
  const isPaused = answer.status === 200;
  expect({ state, isHalted: halt !== null, revision }).toEqual(
    failed === 0
      ? { state: 'paused', isHalted: false, revision: 2 }
      : { state: 'halted', isHalted: true, revision: isPaused ? 3 : 2 },
  );
});

test('an installation that fails during a pause halts the rollout [FWM-03]', async () => {
  const [device] = (await connect('paused', 1)) as [FirmwareDevice];
  const started = await world.start(await world.publish({ model: 'paused', version: '1.1.0' }), chosen([device]));
  await world.round();
  await expect.poll(() => offered([device])).toEqual([1]);
  await device.reports('installing');
  await steer(await world.read(started.id), 'pause');
  await device.reports('failed', { failure: 'wrong_hash' });
  expect(await world.read(started.id)).toMatchObject({ state: 'halted', halt: { failed: 1 } });
});

test('a rollout to all opens ring by ring, and late joiners fall into the same rings [FWM-03]', async () => {
  const devices = await connect('ringed', 8);
  const release = await world.publish({ model: 'ringed', version: '1.1.0' });
  const inRing = (id: string, from: number, to: number) =>
    devices.filter(({ serial }) => percentileOf(id, serial) >= from && percentileOf(id, serial) < to);
  let id = randomUUID();
  while (inRing(id, 0, 1).length !== 1 || inRing(id, 1, 10).length > 0 || inRing(id, 10, 50).length < 2)
    id = randomUUID();
  const started = await world.start(release, { kind: 'all' }, { id });
  const last = inRing(id, 50, 100);
  expect(started.rings.map(({ percent, total }) => [percent, total])).toEqual([
    [1, 1],
    [10, 0],
    [50, inRing(id, 10, 50).length],
    [100, last.length],
  ]);
  await world.round();
  const [early] = inRing(id, 0, 1) as [FirmwareDevice];
  await expect.poll(() => early.offers().length).toBe(1);
  expect(offered(devices).reduce((sum, count) => sum + count)).toBe(1);
  await update([early], '1.1.0');
  for (const device of devices) if (device !== early) await device.runs('1.0.0');
  await portal.clock.advance(16_000);
  expect((await world.read(id)).rings.map(({ state }) => state)).toEqual(['done', 'done', 'open', 'not_started']);
  expect(offered(last)).toEqual(last.map(() => 0));

  const [late] = (await connect('ringed', 1)) as [FirmwareDevice];
  await sql`
    update firmware_rollout set joined_at = joined_at - interval '5 minutes' where id = ${id}`.execute(
    portal.test.database.sql,
  );
  await world.round();
  const isOpen = percentileOf(id, late.serial) < 50;
  await expect.poll(() => late.offers().length).toBe(isOpen ? 1 : 0);
  await steer(await world.read(id), 'stop');
});

test('only devices whose model, chip, channel and version fit are members', async () => {
  const fitting = await world.device('choosy', { chip: 'esp32' });
  const others = [
    await world.device('other-model'),
    await world.device('choosy', { chip: 'esp32s3' }),
    await world.device('choosy', { firmware: '2.0.0' }),
    await world.device('choosy', { firmware: '2.1.0-beta.1' }),
  ];
  const unknown = await world.device('choosy', { firmware: 'build 7' });
  all.push(fitting, unknown, ...others);
  const release = await world.publish({ model: 'choosy', version: '2.0.0', chip: 'esp32' });
  const target = chosen([fitting, unknown, ...others]);
  const body = { releaseId: release, target, settings: newRolloutSettingsSchema.parse({}) };
  const { rings, unreachable } = await world.staff.api.call(previewRollout, { body });
  expect(unreachable.toSorted()).toEqual(others.map(({ serial }) => serial).toSorted());
  expect(rings).toMatchObject([{ number: 1, percent: 100, total: 2, state: 'not_started' }]);

  const beta = await world.publish({ model: 'choosy', version: '2.1.0', channel: 'beta' });
  await sql`
    update firmware_device set channel = 'beta'
    where device_id = (select id from device where serial = ${fitting.serial})`.execute(portal.test.database.sql);
  const preview = await world.staff.api.call(previewRollout, { body: { ...body, releaseId: beta } });
  expect(preview.rings).toMatchObject([{ total: 1 }]);
});

test('starting refuses a second rollout of a model and channel, a repeat changes nothing, and a replaced device delays none', async () => {
  const devices = await connect('single', 1);
  const [one, other] = [
    await world.publish({ model: 'single', version: '1.1.0' }),
    await world.publish({ model: 'single', version: '1.2.0' }),
  ];
  const outcomes = await Promise.allSettled([world.start(one, chosen(devices)), world.start(other, chosen(devices))]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { rollouts } = await world.staff.api.call(listRollouts, { query: { limit: 50 } });
  const running = rollouts.find(({ model, state }) => model === 'single' && state === 'running')!;
  const again = await world.start(running.releaseId, chosen(devices), { id: running.id });
  expect(again).toMatchObject({ id: running.id, revision: 1 });
  expect(await world.devicesOf(running.id)).toHaveLength(1);

  await sql`
    update device set replaced_at = now(), replaced_by = 'Trace_NEW' where serial = ${devices[0]!.serial}`.execute(
    portal.test.database.sql,
  );
  await world.round();
  expect(await world.read(running.id)).toMatchObject({ state: 'done', rings: [{ total: 1, cancelled: 1 }] });
});

test('two processes offer each update once', async () => {
  const devices = await connect('doubled', 8);
  const started = await world.start(await world.publish({ model: 'doubled', version: '1.1.0' }), chosen(devices));
  const second = await startPortal({}, undefined, portal.clock.now(), {
    test: { ...portal.test, drop: async () => {} },
  });
  await Promise.all([world.round(), second.clock.advance(2_000), world.round(), second.clock.advance(2_000)]);
  await expect.poll(() => offered(devices)).toEqual(devices.map(() => 1));
  await second.stop();
  expect((await world.devicesOf(started.id)).map(({ tries }) => tries)).toEqual(devices.map(() => 1));
});
