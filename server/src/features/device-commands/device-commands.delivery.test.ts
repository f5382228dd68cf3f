import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App } from '#server/app';
import { readConfig } from '#server/config/config';
import { eventually } from '#testing/eventually';
import { connectByHand } from '#testing/stand-ins/hand-device';
import type { Portal, SignedIn } from '#testing/portal';
import { registerByHttp } from '#testing/registry';
import { newSerial, registerDevice } from '#testing/trackers';
import { arrived, isSent, startCommandWorld, type CommandWorld } from '#testing/worlds/command-world';

let world: CommandWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startCommandWorld();
  ({ portal, installer } = world);
});
afterEach(() => world.cutDevices());
afterAll(() => world.stop());

test('the same request id is stored and delivered at most once [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = randomUUID();
  await Promise.all([1, 2, 3, 4, 5].map(() => world.give(device.serial, { requestId })));
  await arrived(device);
  await world.settledDelivery(device);
  expect(device.commands().filter((command) => command.requestId === requestId)).toHaveLength(1);
});

test('a command without PUBACK is sent again after the next SUBSCRIBE, with its id, until acknowledged [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  await arrived(device);
  device.cut();
  const again = await world.connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
  await again.listen();
  await world.settledDelivery(again);
  expect(again.commands().filter((command) => command.requestId === requestId)).toHaveLength(1);
  again.acknowledge(0);
  await world.untilState(requestId, 'acknowledged');
  again.cut();
  const last = await world.connected(device.serial);
  await world.settledDelivery(last);
  expect(isSent(last, requestId)).toBe(false);
});

test('a command without PUBACK is not sent again after its end [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = await world.give(device.serial);
  await arrived(device);
  device.cut();
  await portal.clock.advance(31_000);
  const again = await world.connected(device.serial);
  await world.settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
  expect((await world.kept(requestId)).state).toBe('expired');
});

test('a command waits for a disconnected device and is never sent after expiry [CTRL-04]', async () => {
  const device = await world.registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const soon = await world.give(device.serial);
  const late = await world.give(device.serial, { expiresAt: new Date(portal.clock.now().getTime() + 120_000) });
  expect([(await world.kept(soon)).state, (await world.kept(late)).state]).toEqual(['queued', 'queued']);
  await portal.clock.advance(31_000);
  expect(await world.kept(soon)).toMatchObject({ state: 'expired', sentAt: null });
  const again = await world.connected(device.serial);
  await eventually(() => isSent(again, late), Boolean);
  expect(isSent(again, soon)).toBe(false);
});

test('a command expires at the exact instant, even before the sweep runs [CTRL-04]', async () => {
  const device = await world.registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await world.give(device.serial, { expiresAt: portal.clock.now() });
  const again = await world.connected(device.serial);
  await world.settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
});

test('a command for a sleeping device shows as waiting and is sent at the wake [CTRL-04]', async () => {
  const device = await world.registered();
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
  const requestId = await world.give(device.serial, {
    waits: true,
    expiresAt: new Date(portal.clock.now().getTime() + 3_600_000),
  });
  expect((await world.kept(requestId)).state).toBe('waiting');
  await portal.clock.advance(600_000);
  const again = await world.connected(device.serial);
  await eventually(() => isSent(again, requestId), Boolean);
});

test('of two processes, only the process with the connection delivers, exactly once [CTRL-04] [SCALE-02]', async () => {
  const second = await secondProcess();
  try {
    const here = await world.registered();
    const serial = newSerial();
    const there = await connectByHand({ ...portal, mqttPort: second.mqttPort }, { serial });
    world.cutAfterwards(there);
    await there.listen();
    await registerDevice(portal, serial, installer);
    await second.app.gateway.rebind(serial);
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => world.give(nth % 2 === 0 ? here.serial : serial)),
    );
    await arrived(here, 15);
    await arrived(there, 15);
    await world.settledDelivery(here);
    await world.settledDelivery(there);
    const all = [...here.commands(), ...there.commands()].map((command) => command.requestId);
    expect(all).toHaveLength(32);
    expect(new Set(all).size).toBe(32);
    expect(ids.every((id) => all.includes(id))).toBe(true);
  } finally {
    await second.app.stop();
  }
});

test('devices that return at once each get their own waiting commands, once and in order [CTRL-04]', async () => {
  const away = await Promise.all(Array.from({ length: 5 }, () => world.registered()));
  for (const device of away) device.cut();
  await expect.poll(() => away.some(({ serial }) => portal.app.gateway.isConnected(serial))).toBe(false);
  const waiting = new Map<string, string[]>();
  for (const { serial } of away) waiting.set(serial, [await world.give(serial)]);
  await portal.clock.advance(1);
  for (const { serial } of away) waiting.get(serial)!.push(await world.give(serial));
  const returned = await Promise.all(away.map(({ serial }) => world.connected(serial)));
  for (const device of returned) {
    await world.settledDelivery(device);
    const sent = device.commands().map(({ requestId }) => requestId);
    expect(sent.slice(0, 2)).toEqual(waiting.get(device.serial));
    expect(sent).toHaveLength(3);
  }
});

test('a device that asks over two connections at once gets its commands once, over the newest [CTRL-04]', async () => {
  const { serial, cut } = await world.registered();
  cut();
  await expect.poll(() => portal.app.gateway.isConnected(serial)).toBe(false);
  const first = await world.give(serial);
  const sent: { requestId: string; connection: number }[] = [];
  const connections: number[] = [];
  let later: number | null = null;
  let noteReady: (serial: string) => void = () => {};
  const stop = await world.commands.start({
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
  const last = await world.give(serial);
  await eventually(
    () => sent,
    (all) => all.some(({ requestId }) => requestId === last),
  );
  expect(sent.filter(({ requestId }) => requestId === first)).toEqual([{ requestId: first, connection: 2 }]);
});

test('a waiting command of a removed device is not sent after the device is registered again [CTRL-04] [REG-09]', async () => {
  const device = await world.registered();
  const { serial } = device;
  device.cut();
  const before = await world.give(serial, { expiresAt: null, waits: true });
  const { claimCode } = await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  await registerByHttp(installer, serial, claimCode, 'Work ute');
  const again = await world.connected(serial);
  await world.settledDelivery(again);
  expect(isSent(again, before)).toBe(false);
});

test('an unfinished command is not sent after its sender deleted the account [SET-03] [CTRL-04]', async () => {
  const device = await world.registered();
  const sender = await portal.person();
  device.cut();
  const requestId = await world.give(device.serial, { sentBy: sender.id, expiresAt: null, waits: true });
  await sender.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await world.kept(requestId)).toMatchObject({ state: 'cancelled', sentBy: null });
  const again = await world.connected(device.serial);
  await world.settledDelivery(again);
  expect(isSent(again, requestId)).toBe(false);
});

test('delivers a command whose notification was lost with the connection of the listener [CTRL-04]', async () => {
  const device = await world.registered();
  const requestId = randomUUID();
  await sql`
    insert into device_command (request_id, device_id, serial, command, parameters, purpose, sent_by, state, created_at)
    values (${requestId}, ${await world.idOf(device.serial)}, ${device.serial}, 'getStatus', '{}', 'manual', ${installer.id},
      'queued', ${portal.clock.now()})`.execute(portal.test.database.sql);
  await cutListener();
  await arrived(device);
  expect(isSent(device, requestId)).toBe(true);
});

test('stores no message of a device whose removal was lost with the connection of the listener [GUARD-07]', async () => {
  const device = await world.registered();
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
