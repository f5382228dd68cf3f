import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { registerDevice } from '#testing/trackers';
import type { DeviceEvent } from './device-health.port.ts';
import { createDeviceHealthService } from './device-health.service.ts';
import type { Received } from './device-health.store.ts';

let portal: Portal;
let installer: SignedIn;
let device: HandDevice;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
beforeEach(async () => {
  device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const now = (): number => portal.clock.now().getTime();

interface Row {
  boot: number;
  seq: number;
  ts: number | null;
  equivocation: boolean;
}

async function rowsIn(table: 'device_event' | 'device_log'): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select boot, seq, ts, t.equivocation from ${sql.table(table)} t join device d on d.id = t.device_id
    where d.serial = ${device.serial} order by received_at, ts`.execute(portal.test.database.sql);
  return rows;
}

const flagsOf = (rows: readonly Row[]): { stored: number; flagged: number } => ({
  stored: rows.length,
  flagged: rows.filter((row) => row.equivocation).length,
});

async function equivocations(kind: 'event' | 'log'): Promise<number> {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text();
  return Number(
    new RegExp(`^trace_device_equivocations_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
  );
}

const warnings = (): string[] =>
  portal.logged().filter((line) => line.includes('Event reuses boot and seq') && line.includes(device.serial));

test('a repeated event is stored once, whenever the repeat arrives [PANIC-06]', async () => {
  const panic = { boot: 1, seq: 0, ts: now(), kind: 'panic' };
  await device.sayAtOnce('event', [panic, panic]);
  portal.clock.set(new Date(now() + 60_000));
  await device.say('event', panic);
  expect(await rowsIn('device_event')).toEqual([{ boot: 1, seq: 0, ts: panic.ts, equivocation: false }]);
  expect(warnings()).toEqual([]);
});

test('a panic with a used boot and seq and another ts is stored and flagged [PANIC-06]', async () => {
  const before = await equivocations('event');
  const first = { boot: 1, seq: 0, ts: now(), kind: 'panic' };
  const second = { ...first, ts: now() + 1_000 };
  await device.say('event', first);
  portal.clock.set(new Date(now() + 60_000));
  await device.say('event', second);
  await device.say('event', second);
  await device.say('event', first);
  expect(await rowsIn('device_event')).toEqual([
    { boot: 1, seq: 0, ts: first.ts, equivocation: false },
    { boot: 1, seq: 0, ts: second.ts, equivocation: true },
  ]);
  expect(await equivocations('event')).toBe(before + 1);
  expect(warnings()).toHaveLength(1);
  expect(JSON.parse(warnings()[0]!)).toMatchObject({
    serial: device.serial,
    kind: 'panic',
    boot: 1,
    seq: 0,
    ts: second.ts,
  });
});

test.each<[string, object]>([
  ['another kind', { kind: 'tamper' }],
  ['another place', { lat: -33.8, lng: 151.2 }],
])('an event with a used boot and seq and %s is stored and flagged, within a batch too', async (_what, other) => {
  const panic = { boot: 1, seq: 0, ts: now(), kind: 'panic' };
  await device.sayAtOnce('event', [panic, { ...panic, ...other }, panic, { ...panic, ...other }]);
  expect(flagsOf(await rowsIn('device_event'))).toEqual({ stored: 2, flagged: 1 });
});

test('a panic of a device without a clock is stored once however often the panic is repeated [PANIC-06]', async () => {
  const panic = { boot: 1, seq: 0, ts: 0, kind: 'panic' };
  await device.say('event', panic);
  portal.clock.set(new Date(now() + 60_000));
  await device.say('event', panic);
  expect(await rowsIn('device_event')).toHaveLength(1);
});

test('the same panic of a device without a clock is a new one after ten minutes [PANIC-06]', async () => {
  const panic = { boot: 1, seq: 0, ts: 0, kind: 'panic' };
  for (let press = 0; press < 3; press += 1) {
    await device.sayAtOnce('event', [panic, panic]);
    portal.clock.set(new Date(now() + 601_000));
  }
  expect(flagsOf(await rowsIn('device_event'))).toEqual({ stored: 3, flagged: 2 });
});

test('an event stored before digests existed is recognised by time [I-20]', async () => {
  const panic = { boot: 1, seq: 0, ts: now(), kind: 'panic' };
  await sql`
    insert into device_event (device_id, boot, seq, kind, at, skewed, received_at)
    select id, 1, 0, 'panic', ${new Date(panic.ts)}, false, ${new Date(panic.ts)} from device where serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  await device.say('event', panic);
  expect(await rowsIn('device_event')).toHaveLength(1);
  await device.say('event', { ...panic, ts: panic.ts + 1 });
  expect((await rowsIn('device_event')).map((row) => row.equivocation)).toEqual([true, false]);
});

test('log lines are told apart by level, text and ts, and repeats are stored once', async () => {
  const before = await equivocations('log');
  const line = { boot: 1, seq: 5, ts: now(), level: 'info', text: 'attached to cell 8C21' };
  const others = [
    { ...line, text: 'x'.repeat(2_000) },
    { ...line, level: 'error' },
    { ...line, ts: now() + 1 },
  ];
  await device.say('log', line);
  for (let time = 0; time < 2; time += 1) await device.sayAtOnce('log', [line, ...others]);
  expect(flagsOf(await rowsIn('device_log'))).toEqual({ stored: 4, flagged: 3 });
  expect(await equivocations('log')).toBe(before + 3);
});

test('log lines are stored without positions and secrets, and are still told apart [T55]', async () => {
  const line = { boot: 1, seq: 6, ts: now(), level: 'info', text: 'fix at -33.86880, 151.20930, psk=quay7' };
  const other = { ...line, text: line.text.replace('33.86880', '33.86881') };
  await device.sayAtOnce('log', [line, other, line]);
  const { rows } = await sql`
    select text from device_log l join device d on d.id = l.device_id
    where d.serial = ${device.serial}`.execute(portal.test.database.sql);
  const stored = { text: 'fix at [hidden], [hidden], psk=[hidden]' };
  expect(rows).toEqual([stored, stored]);
});

test('two servers that receive the same panic at once store and publish the panic once [PANIC-06]', async () => {
  const { database } = portal.test;
  const heard: DeviceEvent[] = [];
  const serverOf = () => {
    const service = createDeviceHealthService({ log: createLog({ level: 'silent' }), metrics: new Registry() });
    service.onEvents(async (_tx, events) => void heard.push(...events));
    return service;
  };
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${device.serial}`.execute(
    database.sql,
  );
  const received = (receivedAt: Date, message: Partial<EventMessage> = {}): Received<EventMessage> => ({
    deviceId: rows[0]!.id,
    serial: device.serial,
    at: new Date(now()),
    skewed: false,
    receivedAt,
    message: { v: 1, boot: 1, seq: 0, ts: now(), kind: 'panic', ...message },
  });
  const stores = [0, 1, 2].map((sec) =>
    database.transaction((tx) => serverOf().keepEvents(tx, [received(new Date(now() + sec * 1_000))])),
  );
  await Promise.all(stores);
  expect(await rowsIn('device_event')).toHaveLength(1);
  expect(heard).toEqual([expect.objectContaining({ kind: 'panic', boot: 1, ts: now() })]);
  // The device's counter restarted. Another panic is published like any new panic.
  await database.transaction((tx) => serverOf().keepEvents(tx, [received(new Date(now()), { ts: now() + 600_000 })]));
  expect(heard).toHaveLength(2);
});

test('the health page lists silent devices first and warns of low levels and of errors in 24 hours [HLTH-02]', async () => {
  const staff = await portal.person({ role: 'staff' });
  const list = async (query: { search?: string; after?: string; limit?: number } = {}) =>
    staff.api.call(listDeviceHealth, { query: { limit: 25, search: 'health-', ...query } });
  const states = async (query: object = {}) =>
    (await list(query)).records.map(({ nickname, status }) => `${nickname}: ${status}`);
  const says = {
    'low battery': { status: 'online', batteryPct: 19 },
    'low signal': { status: 'online', signalPct: 19 },
    'failed once': { status: 'online', batteryPct: 20, signalPct: 20 },
    'in error': { status: 'error', batteryPct: 5 },
    silent: { status: 'offline', batteryPct: 5 },
    fine: { status: 'online', batteryPct: 20, signalPct: 20 },
  } as const;
  const devices: HandDevice[] = [];
  for (const [name, fields] of Object.entries(says)) {
    const told = await connectByHand(portal);
    devices.push(told);
    await registerDevice(portal, told.serial, installer, undefined, `health-${name}`);
    await told.say('heartbeat', { intervalSec: 60, ...fields });
    if (name === 'failed once') await told.say('log', { level: 'error', text: 'PDP reject' });
    if (name === 'fine') await told.say('log', { level: 'warn', text: 'slow' });
  }
  const warnings = ['failed once', 'low signal', 'low battery'].map((name) => `health-${name}: warning`);
  const all = ['health-silent: offline', 'health-in error: error', ...warnings, 'health-fine: online'];
  expect(await states()).toEqual(all);
  expect((await list()).records[2]).toMatchObject({
    batteryPct: 20,
    errors: 1,
    updatedAt: expect.any(String) as string,
  });

  const paged: string[] = [];
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 1, ...(after === undefined ? {} : { after }) });
    paged.push(...page.records.map(({ nickname, status }) => `${nickname}: ${status}`));
    after = page.next;
  }
  expect(paged).toEqual(all);

  await sql`update device_log set received_at = received_at - interval '25 hours'`.execute(portal.test.database.sql);
  expect(await states()).toContain('health-failed once: online');
  // An error of the day before, but of the last 24 hours.
  await sql`
    insert into device_log (device_id, boot, seq, level, text, at, received_at)
    select id, 1, 9, 'error', 'PDP reject', at, at from device, (select ${new Date(now() - 23 * HOUR_MS)}::timestamptz as at) error
    where nickname = 'health-fine'`.execute(portal.test.database.sql);
  expect(await states()).toContain('health-fine: warning');
  for (const told of devices) told.cut();
});

test('the health page finds devices by a part of the serial and by status [HLTH-01]', async () => {
  const staff = await portal.person({ role: 'staff' });
  const list = async (search: string) => {
    const { records } = await staff.api.call(listDeviceHealth, { query: { limit: 100, search } });
    return records.map(({ serialNumber, status }) => ({ serialNumber, status }));
  };
  expect(await list(device.serial.slice(2))).toEqual([{ serialNumber: device.serial, status: 'online' }]);
  expect(await list('ONLI')).toContainEqual({ serialNumber: device.serial, status: 'online' });
  expect(await list('warning')).not.toContainEqual({ serialNumber: device.serial, status: 'online' });
  expect(await list('100%')).toEqual([]);
});
