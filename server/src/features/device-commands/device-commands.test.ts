import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import type { Portal, SignedIn } from '#testing/portal';
import { arrived, isSent, startCommandWorld, type CommandWorld } from '#testing/worlds/command-world';
import type { FinishedCommand } from './device-commands.port.ts';
import { createDeviceCommandsService } from './device-commands.service.ts';

let world: CommandWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startCommandWorld();
  ({ portal, installer } = world);
});
afterEach(() => world.cutDevices());
afterAll(() => world.stop());

test('a command goes through sent, acknowledged and answered, and is stored with the sender [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  expect(command).toMatchObject({
    v: 1,
    requestId,
    command: 'getStatus',
    parameters: {},
    expiresAt: portal.clock.now().getTime() + 30_000,
  });
  expect(await world.kept(requestId)).toMatchObject({
    state: 'sent',
    sentAt: portal.clock.now(),
    acknowledgedAt: null,
    sentBy: installer.id,
  });
  device.acknowledge(0);
  expect(await world.untilState(requestId, 'acknowledged')).toMatchObject({ acknowledgedAt: portal.clock.now() });
  await device.answer(command!, { success: true, status: 'online' });
  expect(await world.kept(requestId)).toMatchObject({
    state: 'answered',
    result: { success: true, status: 'online' },
    finishedAt: portal.clock.now(),
  });
});

test('a command fails when the device answers with an error [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, { success: false, error: 'busy' });
  expect(await world.kept(requestId)).toMatchObject({ state: 'failed', result: { success: false, error: 'busy' } });
});

test('stores an answer without its position and secrets [T55]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, {
    success: true,
    message: 'fix at -33.84120, 151.21030',
    location: { latitude: -33.8412, longitude: 151.2103 },
    logs: ['password=hunter2'],
  });
  expect((await world.kept(requestId)).result).toEqual({
    success: true,
    message: 'fix at [hidden], [hidden]',
    logs: ['password=[hidden]'],
  });
});

test('an unanswered command expires at the expiry time and not before [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  await arrived(device);
  device.acknowledge(0);
  await world.untilState(requestId, 'acknowledged');
  await portal.clock.advance(29_000);
  expect((await world.kept(requestId)).state).toBe('acknowledged');
  await portal.clock.advance(1_500);
  expect((await world.kept(requestId)).state).toBe('expired');
});

test('a setting never expires [CTRL-04]', async () => {
  const device = await world.registered();
  device.cut();
  const requestId = await world.give(device.serial, { expiresAt: null });
  await portal.clock.advance(600_000);
  const again = await world.connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
  expect((await world.kept(requestId)).state).toBe('sent');
});

test('a late answer is ignored [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  await portal.clock.advance(31_000);
  await device.answer(command!, { success: true, status: 'online' });
  expect(await world.kept(requestId)).toMatchObject({ state: 'expired', result: null });
});

test('an answer of another device is ignored [CTRL-04]', async () => {
  const [device, stranger] = [await world.registered(), await world.registered()];
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  await stranger.answer(command!, { success: true, status: 'error' });
  expect(await world.kept(requestId)).toMatchObject({ state: 'sent', result: null });
  await device.answer(command!, { success: true, status: 'online' });
  expect(await world.kept(requestId)).toMatchObject({ state: 'answered', result: { status: 'online' } });
});

test('the first of repeated answers counts, also when all arrive at once [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, { success: true, status: 'online' });
  await device.answer(command!, { success: false, error: 'changed my mind' });
  expect(await world.kept(requestId)).toMatchObject({ state: 'answered', result: { status: 'online' } });
  const second = await world.give(device.serial);
  const result = (status: string) => ({ requestId: second, command: 'getStatus', result: { success: true, status } });
  await eventually(() => isSent(device, second), Boolean);
  await device.sayAtOnce('reply', [result('online'), result('error'), result('updating')]);
  expect(await world.kept(second)).toMatchObject({ state: 'answered', result: { status: 'online' } });
});

test('an answer without a matching command is not stored [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = randomUUID();
  await device.say('reply', { requestId, command: 'getStatus', result: { success: true } });
  expect(await world.kept(requestId)).toBeUndefined();
});

test('a cancelled command is not delivered and cannot be cancelled again [CTRL-04]', async () => {
  const device = await world.registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await world.give(device.serial);
  expect(await world.commands.cancel(requestId)).toBe(true);
  expect(await world.commands.cancel(requestId)).toBe(false);
  const again = await world.connected(device.serial);
  await world.settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
  expect((await world.kept(requestId)).state).toBe('cancelled');
});

test('a waiter gets the end of a command, and stops waiting when the caller aborts [CTRL-04]', async () => {
  const device = await world.registered();
  const stop = await createDeviceCommandsService({
    database: portal.test.database,
    clock: portal.clock,
    log: createLog({ level: 'silent' }),
    jobs: portal.app.jobs,
    devices: portal.app.devices,
  }).start(portal.app.gateway);
  try {
    const requestId = await world.give(device.serial);
    const [command] = await arrived(device);
    const gone = new AbortController();
    const left = world.commands.whenFinished(requestId, gone.signal);
    gone.abort();
    expect(await left).toBeNull();
    const ended: Promise<FinishedCommand | null> = world.commands.whenFinished(requestId, new AbortController().signal);
    await device.answer(command!, { success: true });
    await portal.clock.advance(2_000);
    expect(await ended).toMatchObject({ requestId, state: 'answered', answerBoot: 1 });
  } finally {
    stop();
  }
});
