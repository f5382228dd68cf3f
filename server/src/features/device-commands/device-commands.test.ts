import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { commandLifetimeMs } from '@trace/contract/device-commands/device-commands.rules';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App } from '#server/app';
import { readConfig } from '#server/config/config';
import { arrived, isSent, kept, untilState } from '#testing/worlds/command-world';
import { eventually } from '#testing/eventually';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { registerByHttp } from '#testing/registry';
import { newSerial, registerDevice } from '#testing/trackers';
import type { FinishedCommand, NewCommand } from './device-commands.port.ts';
import { createDeviceCommandsService, type DeviceCommandsService } from './device-commands.service.ts';

let portal: Portal;
let installer: SignedIn;
/** Issues commands as another feature does. The portal's own processes deliver the commands. */
let commands: DeviceCommandsService;
const devices: HandDevice[] = [];

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
  const log = createLog({ level: 'silent' });
  const { database } = portal.test;
  commands = createDeviceCommandsService({
    database,
    clock: portal.clock,
    log,
    jobs: portal.app.jobs,
    devices: portal.app.devices,
  });
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
});
afterAll(() => portal.stop());

async function connected(serial?: string): Promise<HandDevice> {
  const device = await connectByHand(portal, serial === undefined ? {} : { serial });
  devices.push(device);
  await device.listen();
  return device;
}

async function registered(): Promise<HandDevice> {
  const device = await connected();
  await registerDevice(portal, device.serial, installer);
  return device;
}

async function idOf(serial: string): Promise<number> {
  return (await portal.app.devices.deviceIdsOf([serial])).get(serial)!;
}

type Wish = Partial<Pick<NewCommand, 'requestId' | 'sentBy' | 'expiresAt' | 'waits'>>;

/** Issues a command of the default kind with a lifetime of 30 s. Returns the request id. */
async function give(serial: string, wish: Wish = {}): Promise<string> {
  const requestId = wish.requestId ?? randomUUID();
  const expiresAt = new Date(portal.clock.now().getTime() + commandLifetimeMs.getStatus);
  const device = { id: await idOf(serial), serial };
  await portal.test.database.transaction((tx) =>
    commands.issue(tx, {
      requestId,
      device,
      command: 'getStatus',
      parameters: {},
      purpose: 'manual',
      sentBy: installer.id,
      expiresAt,
      ...wish,
    }),
  );
  return requestId;
}

/** Issues a last command and waits for delivery. An earlier command that has not arrived by then never arrives. */
async function settledDelivery(device: HandDevice): Promise<void> {
  const last = await give(device.serial);
  await eventually(() => isSent(device, last), Boolean);
}

test('a command goes through sent, acknowledged and answered, and is stored with the sender [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  expect(command).toMatchObject({
    v: 1,
    requestId,
    command: 'getStatus',
    parameters: {},
    expiresAt: portal.clock.now().getTime() + 30_000,
  });
  expect(await kept(portal, requestId)).toMatchObject({
    state: 'sent',
    sentAt: portal.clock.now(),
    acknowledgedAt: null,
    sentBy: installer.id,
  });
  device.acknowledge(0);
  expect(await untilState(portal, requestId, 'acknowledged')).toMatchObject({ acknowledgedAt: portal.clock.now() });
  await device.answer(command!, { success: true, status: 'online' });
  expect(await kept(portal, requestId)).toMatchObject({
    state: 'answered',
    result: { success: true, status: 'online' },
    finishedAt: portal.clock.now(),
  });
});

test('a command fails when the device answers with an error [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, { success: false, error: 'busy' });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'failed', result: { success: false, error: 'busy' } });
});

test('stores an answer without its position and secrets [T55]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, {
    success: true,
    message: 'fix at -33.84120, 151.21030',
    location: { latitude: -33.8412, longitude: 151.2103 },
    logs: ['password=hunter2'],
  });
  expect((await kept(portal, requestId)).result).toEqual({
    success: true,
    message: 'fix at [hidden], [hidden]',
    logs: ['password=[hidden]'],
  });
});

test('the same request id is stored and delivered at most once [CTRL-04]', async () => {
  const device = await registered();
  const requestId = randomUUID();
  await Promise.all([1, 2, 3, 4, 5].map(() => give(device.serial, { requestId })));
  await arrived(device);
  await settledDelivery(device);
  expect(device.commands().filter((command) => command.requestId === requestId)).toHaveLength(1);
});

test('a command without PUBACK is sent again after the next SUBSCRIBE, with its id, until acknowledged [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  await arrived(device);
  device.cut();
  const again = await connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
  await again.listen();
  await settledDelivery(again);
  expect(again.commands().filter((command) => command.requestId === requestId)).toHaveLength(1);
  again.acknowledge(0);
  await untilState(portal, requestId, 'acknowledged');
  again.cut();
  const last = await connected(device.serial);
  await settledDelivery(last);
  expect(isSent(last, requestId)).toBe(false);
});

test('a command without PUBACK is not sent again after its end [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  await arrived(device);
  device.cut();
  await portal.clock.advance(31_000);
  const again = await connected(device.serial);
  await settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
  expect((await kept(portal, requestId)).state).toBe('expired');
});

test('a command waits for a disconnected device and is never sent after expiry [CTRL-04]', async () => {
  const device = await registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const soon = await give(device.serial);
  const late = await give(device.serial, { expiresAt: new Date(portal.clock.now().getTime() + 120_000) });
  expect([(await kept(portal, soon)).state, (await kept(portal, late)).state]).toEqual(['queued', 'queued']);
  await portal.clock.advance(31_000);
  expect(await kept(portal, soon)).toMatchObject({ state: 'expired', sentAt: null });
  const again = await connected(device.serial);
  await eventually(() => isSent(again, late), Boolean);
  expect(isSent(again, soon)).toBe(false);
});

test('a command expires at the exact instant, even before the sweep runs [CTRL-04]', async () => {
  const device = await registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await give(device.serial, { expiresAt: portal.clock.now() });
  const again = await connected(device.serial);
  await settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
});

test('a command for a sleeping device shows as waiting and is sent at the wake [CTRL-04]', async () => {
  const device = await registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await give(device.serial, {
    waits: true,
    expiresAt: new Date(portal.clock.now().getTime() + 3_600_000),
  });
  expect((await kept(portal, requestId)).state).toBe('waiting');
  await portal.clock.advance(600_000);
  const again = await connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
});

test('an unanswered command expires at the expiry time and not before [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  await arrived(device);
  device.acknowledge(0);
  await untilState(portal, requestId, 'acknowledged');
  await portal.clock.advance(29_000);
  expect((await kept(portal, requestId)).state).toBe('acknowledged');
  await portal.clock.advance(1_500);
  expect((await kept(portal, requestId)).state).toBe('expired');
});

test('a setting never expires [CTRL-04]', async () => {
  const device = await registered();
  device.cut();
  const requestId = await give(device.serial, { expiresAt: null });
  await portal.clock.advance(600_000);
  const again = await connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
  expect((await kept(portal, requestId)).state).toBe('sent');
});

test('a late answer is ignored [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  await portal.clock.advance(31_000);
  await device.answer(command!, { success: true, status: 'online' });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'expired', result: null });
});

test('an answer of another device is ignored [CTRL-04]', async () => {
  const [device, stranger] = [await registered(), await registered()];
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  await stranger.answer(command!, { success: true, status: 'error' });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'sent', result: null });
  await device.answer(command!, { success: true, status: 'online' });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'answered', result: { status: 'online' } });
});

test('the first of repeated answers counts, also when all arrive at once [CTRL-04]', async () => {
  const device = await registered();
  const requestId = await give(device.serial);
  const [command] = await arrived(device);
  await device.answer(command!, { success: true, status: 'online' });
  await device.answer(command!, { success: false, error: 'changed my mind' });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'answered', result: { status: 'online' } });
  const second = await give(device.serial);
  const result = (status: string) => ({ requestId: second, command: 'getStatus', result: { success: true, status } });
  await eventually(() => isSent(device, second), Boolean);
  await device.sayAtOnce('reply', [result('online'), result('error'), result('updating')]);
  expect(await kept(portal, second)).toMatchObject({ state: 'answered', result: { status: 'online' } });
});

test('an answer without a matching command is not stored [CTRL-04]', async () => {
  const device = await registered();
  const requestId = randomUUID();
  await device.say('reply', { requestId, command: 'getStatus', result: { success: true } });
  expect(await kept(portal, requestId)).toBeUndefined();
});

test('a cancelled command is not delivered and cannot be cancelled again [CTRL-04]', async () => {
  const device = await registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await give(device.serial);
  expect(await commands.cancel(requestId)).toBe(true);
  expect(await commands.cancel(requestId)).toBe(false);
  const again = await connected(device.serial);
  await settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
  expect((await kept(portal, requestId)).state).toBe('cancelled');
});

test('a waiter gets the end of a command, and stops waiting when the caller aborts [CTRL-04]', async () => {
  const device = await registered();
  const stop = await createDeviceCommandsService({
    database: portal.test.database,
    clock: portal.clock,
    log: createLog({ level: 'silent' }),
    jobs: portal.app.jobs,
    devices: portal.app.devices,
  }).start(portal.app.gateway);
  try {
    const requestId = await give(device.serial);
    const [command] = await arrived(device);
    const gone = new AbortController();
    const left = commands.whenFinished(requestId, gone.signal);
    gone.abort();
    expect(await left).toBeNull();
    const ended: Promise<FinishedCommand | null> = commands.whenFinished(requestId, new AbortController().signal);
    await device.answer(command!, { success: true });
    await portal.clock.advance(2_000);
    expect(await ended).toMatchObject({ requestId, state: 'answered', answerBoot: 1 });
  } finally {
    stop();
  }
});

test('of two processes, only the process with the connection delivers, exactly once [CTRL-04] [SCALE-02]', async () => {
  const second = await secondProcess();
  try {
    const here = await registered();
    const serial = newSerial();
    const there = await connectByHand({ ...portal, mqttPort: second.mqttPort }, { serial });
    devices.push(there);
    await there.listen();
    await registerDevice(portal, serial, installer);
    await second.app.gateway.rebind(serial);
    const ids = await Promise.all(Array.from({ length: 30 }, (_, nth) => give(nth % 2 === 0 ? here.serial : serial)));
    await arrived(here, 15);
    await arrived(there, 15);
    await settledDelivery(here);
    await settledDelivery(there);
    const all = [...here.commands(), ...there.commands()].map((command) => command.requestId);
    expect(all).toHaveLength(32);
    expect(new Set(all).size).toBe(32);
    expect(ids.every((id) => all.includes(id))).toBe(true);
  } finally {
    await second.app.stop();
  }
});

test('devices that return at once each get their own waiting commands, once and in order [CTRL-04]', async () => {
  const away = await Promise.all(Array.from({ length: 5 }, registered));
  for (const device of away) device.cut();
  await expect.poll(() => away.some(({ serial }) => portal.app.gateway.isConnected(serial))).toBe(false);
  const waiting = new Map<string, string[]>();
  for (const { serial } of away) waiting.set(serial, [await give(serial)]);
  await portal.clock.advance(1);
  for (const { serial } of away) waiting.get(serial)!.push(await give(serial));
  const returned = await Promise.all(away.map(({ serial }) => connected(serial)));
  for (const device of returned) {
    await settledDelivery(device);
    const sent = device.commands().map(({ requestId }) => requestId);
    expect(sent.slice(0, 2)).toEqual(waiting.get(device.serial));
    expect(sent).toHaveLength(3);
  }
});

test('a device that asks over two connections at once gets its commands once, over the newest [CTRL-04]', async () => {
  const { serial, cut } = await registered();
  cut();
  await expect.poll(() => portal.app.gateway.isConnected(serial)).toBe(false);
  const first = await give(serial);
  const sent: { requestId: string; connection: number }[] = [];
  const connections: number[] = [];
  let later: number | null = null;
  let noteReady: (serial: string) => void = () => {};
  const stop = await commands.start({
    commandConnectionOf: (asked) => (asked === serial ? (connections.shift() ?? later) : null),
    send: (_, { requestId }, connection) => {
      sent.push({ requestId, connection });
      return 'sent';
    },
    onReady: (call) => {
      noteReady = call;
      return () => {};
    },
    onCommandAcknowledged: () => () => {},
  });
  onTestFinished(stop);
  // The notification of the first command may arrive during the start, when the device has no connection.
  connections.push(1, 2);
  later = 2;
  noteReady(serial);
  noteReady(serial);
  await eventually(
    () => sent.length,
    (count) => count > 0,
  );
  // A later command arrives after everything that the two requests sent.
  const last = await give(serial);
  await eventually(
    () => sent,
    (all) => all.some(({ requestId }) => requestId === last),
  );
  expect(sent.filter(({ requestId }) => requestId === first)).toEqual([{ requestId: first, connection: 2 }]);
});

test('a waiting command of a removed device is not sent after the device is registered again [CTRL-04] [REG-09]', async () => {
  const device = await registered();
  const { serial } = device;
  device.cut();
  const before = await give(serial, { expiresAt: null, waits: true });
  const { claimCode } = await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  await registerByHttp(installer, serial, claimCode, 'Work ute');
  const again = await connected(serial);
  await settledDelivery(again);
  expect(isSent(again, before)).toBe(false);
});

test('an unfinished command is not sent after its sender deleted the account [SET-03] [CTRL-04]', async () => {
  const device = await registered();
  const sender = await portal.person();
  device.cut();
  const requestId = await give(device.serial, { sentBy: sender.id, expiresAt: null, waits: true });
  await sender.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await kept(portal, requestId)).toMatchObject({ state: 'cancelled', sentBy: null });
  const again = await connected(device.serial);
  await settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
});

/** Another server process on the same database. */
async function secondProcess(): Promise<{ app: App; mqttPort: number }> {
  const app = await createApp({
    config: readConfig({ PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent' }),
    databaseUrl: portal.test.appUrl,
    schema: portal.test.schema,
    clock: async () => portal.clock,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
  });
  const { mqttPort } = await app.start();
  return { app, mqttPort: mqttPort! };
}

/** Cuts the connection by which the portal hears notifications, as a failover of the database does. */
async function cutListener(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like ${`trace ${portal.test.schema}%listening`}`.execute(portal.test.database.sql);
}

test('delivers a command whose notification was lost with the connection of the listener [CTRL-04]', async () => {
  const device = await registered();
  const requestId = randomUUID();
  await sql`
    insert into device_command (request_id, device_id, serial, command, parameters, purpose, sent_by, state, created_at)
    values (${requestId}, ${await idOf(device.serial)}, ${device.serial}, 'getStatus', '{}', 'manual', ${installer.id},
      'queued', ${portal.clock.now()})`.execute(portal.test.database.sql);
  await cutListener();
  await arrived(device);
  expect(isSent(device, requestId)).toBe(true);
});

test('stores no message of a device whose removal was lost with the connection of the listener [GUARD-07]', async () => {
  const device = await registered();
  await sql`delete from device where serial = ${device.serial}`.execute(portal.test.database.sql);
  await cutListener();
  const { unregistered: before } = portal.app.gateway.stats();
  const after = await eventually(
    async () => {
      await device.say('heartbeat', { status: 'online', intervalSec: 60 });
      return portal.app.gateway.stats().unregistered;
    },
    (unregistered) => unregistered > before,
  );
  expect(after).toBeGreaterThan(before);
});
