// An acknowledged message is stored: every other promise rests on this rule.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';

import { fakeClock } from '#testing/fake-clock';

import { ownDatabase } from '../testing/own-database.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

let rig: TestGateway;

beforeAll(async () => {
  rig = await startTestGateway({ limits: { receiveWindow: 10_000, burst: 100_000, bytesPerMin: 1e9 } });
});

afterEach(() => {
  rig.beforeCommit = async () => {};
});

afterAll(() => rig.stop());

/** Delays the commit of every telemetry transaction until `release`. */
function holdCommits(): { release: () => void; held: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  rig.beforeCommit = async (_tx, kind) => {
    if (kind !== 'location') return;
    held += 1;
    await promise;
  };
  return { release: resolve, held: () => held };
}

const locations = (serial: string): string => telemetryTopic(serial, 'location');

async function quarantined(serial: string): Promise<{ reason: string; kind: string }[]> {
  const { rows } = await sql<{ reason: string; kind: string }>`
    select reason, kind from device_quarantine where serial = ${serial}`.execute(rig.test.database.sql);
  return rows;
}

test('no PUBACK leaves before the commit, and a panic does not wait behind it', async () => {
  const device = await rig.plain('Trace_held');
  const commits = holdCommits();
  device.publish(locations('Trace_held'), payloadOf('location', 1), { packetId: 1 });
  await until(() => commits.held() === 1);
  device.publish(telemetryTopic('Trace_held', 'event'), payloadOf('event', 1), { packetId: 2 });
  await until(() => device.acknowledged().includes(2));
  expect(device.acknowledged()).toEqual([2]);
  commits.release();
  await until(() => device.acknowledged().includes(1));
  device.close();
});

test('a panic that cannot be stored yet delays no panic of another device', async () => {
  const [held, other] = [await rig.plain('Trace_held-up'), await rig.plain('Trace_beside')];
  const { promise, resolve } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  rig.beforeCommit = async (_tx, _kind, messages) => {
    if (!messages.some(({ serial }) => serial === 'Trace_held-up')) return;
    isHeld.resolve();
    await promise;
  };
  held.publish(telemetryTopic('Trace_held-up', 'event'), payloadOf('event', 1), { packetId: 1 });
  await isHeld.promise;
  other.publish(telemetryTopic('Trace_beside', 'event'), payloadOf('event', 1), { packetId: 1 });
  await until(() => other.acknowledged().length === 1);
  expect(held.acknowledged()).toEqual([]);
  resolve();
  await until(() => held.acknowledged().length === 1);
  held.close();
  other.close();
});

test('a device whose panic cannot be stored here for ten seconds is led to another process [SCALE-02] [PANIC-06]', async () => {
  const clock = fakeClock();
  const cutOff = await startTestGateway({ clock });
  const { promise, resolve } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  cutOff.beforeCommit = async (_tx, kind) => {
    if (kind !== 'event') return;
    isHeld.resolve();
    await promise;
  };
  const [device, other] = [await cutOff.plain('Trace_cut_off'), await cutOff.plain('Trace_quiet')];
  device.publish(telemetryTopic('Trace_cut_off', 'event'), payloadOf('event', 1), { packetId: 1 });
  await isHeld.promise;
  await clock.advance(12_000);
  expect(device.isClosed()).toBe(false);
  cutOff.others.add('another process');
  await clock.advance(1_000);
  await until(() => device.isClosed());
  expect(other.isClosed()).toBe(false);
  resolve();
  await until(() => cutOff.storedOf('event').length === 1);
  other.close();
  await cutOff.stop();
});

test('events that waited are stored a few at a time, so the first is acknowledged before the last is stored', async () => {
  const device = await rig.plain('Trace_burst');
  const { promise, resolve } = Promise.withResolvers<void>();
  const sizes: number[] = [];
  rig.beforeCommit = async (_tx, kind, messages) => {
    if (kind !== 'event') return;
    sizes.push(messages.length);
    await promise;
  };
  for (let seq = 1; seq <= 10; seq += 1) {
    device.publish(telemetryTopic('Trace_burst', 'event'), payloadOf('event', seq), { packetId: seq });
    if (seq === 1) await until(() => sizes.length === 1);
  }
  await until(() => rig.gateway.backlogs().get('events')?.waiting === 10);
  resolve();
  await until(() => device.acknowledged().length === 10);
  expect(sizes).toEqual([1, 8, 1]);
  device.close();
});

test('an event beyond its limit is acknowledged only after the events that it may repeat are stored', async () => {
  const device = await rig.plain('Trace_alarms');
  const { promise, resolve } = Promise.withResolvers<void>();
  rig.beforeCommit = async (_tx, kind) => (kind === 'event' ? promise : undefined);
  for (let packetId = 1; packetId <= 12; packetId += 1) {
    device.publish(telemetryTopic('Trace_alarms', 'event'), payloadOf('event', 1), { packetId });
  }
  device.publish(locations('Trace_alarms'), payloadOf('location', 1), { packetId: 20 });
  await until(() => device.acknowledged().includes(20));
  expect(device.acknowledged()).toEqual([20]);
  resolve();
  await until(() => device.acknowledged().length === 13);
  expect(await rig.rows('Trace_alarms', 'event')).toBe(1);
  device.close();
});

test('messages that arrive during a transaction are stored by the next one, in one batch', async () => {
  const device = await rig.plain('Trace_batch');
  const commits = holdCommits();
  device.publish(locations('Trace_batch'), payloadOf('location', 1), { packetId: 1 });
  await until(() => commits.held() === 1);
  for (let seq = 2; seq <= 500; seq += 1)
    device.publish(locations('Trace_batch'), payloadOf('location', seq), { packetId: seq });
  commits.release();
  await until(() => device.acknowledged().length === 500);
  expect(commits.held()).toBeLessThan(20);
  device.close();
});

test('a message that comes again is acknowledged again and stored once', async () => {
  const device = await rig.plain('Trace_again');
  for (const packetId of [1, 2, 3]) device.publish(locations('Trace_again'), payloadOf('location', 1), { packetId });
  await until(() => device.acknowledged().length === 3);
  expect(await rig.rows('Trace_again', 'location')).toBe(1);
  device.close();
});

test('a single poisoned message in 5,000 is set aside and the 4,999 are stored', async () => {
  const device = await rig.plain('Trace_poison');
  const poisonedSeq = 3_017;
  const commits = holdCommits();
  device.publish(locations('Trace_poison'), payloadOf('location', 100_000), { packetId: 60_000 });
  await until(() => commits.held() === 1);
  for (let seq = 1; seq <= 5_000; seq += 1)
    device.publish(locations('Trace_poison'), payloadOf('location', seq), { packetId: seq });
  await until(() => rig.gateway.stats().received >= 5_001);
  rig.beforeCommit = async (tx, _kind, messages) => {
    const isPoisoned = messages.some(({ message }) => (message as { seq?: number }).seq === poisonedSeq);
    if (isPoisoned) await tx.query({ name: 'poison', text: `select 'x'::int`, values: [] });
  };
  commits.release();
  await until(() => device.acknowledged().length === 5_001);
  const seqs = new Set(rig.storedOf('location').map(({ message }) => message['seq']));
  expect(seqs.has(poisonedSeq)).toBe(false);
  expect(seqs.has(poisonedSeq - 1) && seqs.has(poisonedSeq + 1)).toBe(true);
  expect(await quarantined('Trace_poison')).toHaveLength(1);
  device.close();
});

test('a handler that stumbles over a message does not stop the others', async () => {
  const device = await rig.plain('Trace_stumble');
  rig.beforeCommit = async (_tx, kind, messages) => {
    const isOdd = messages.some(({ message }) => (message as { seq?: number }).seq === 2);
    if (kind === 'location' && isOdd) throw new TypeError('cannot read properties of undefined');
  };
  for (const seq of [1, 2, 3])
    device.publish(locations('Trace_stumble'), payloadOf('location', seq), { packetId: seq });
  await until(() => device.acknowledged().length === 3);
  expect((await quarantined('Trace_stumble')).map(({ reason }) => reason)).toEqual(['refused: TypeError']);
  device.close();
});

test('broken payloads are acknowledged and kept, at most 100 a day', async () => {
  const device = await rig.plain('Trace_broken');
  for (let packetId = 1; packetId <= 150; packetId += 1)
    device.publish(locations('Trace_broken'), '{"v":', { packetId });
  await until(() => device.acknowledged().length === 150);
  const kept = await quarantined('Trace_broken');
  expect(kept).toHaveLength(100);
  expect(kept[0]).toEqual({ reason: 'not_json', kind: 'location' });
  device.close();
});

test('clocks that are wrong are replaced by ours, and flagged', async () => {
  const device = await rig.plain('Trace_clock');
  const yearMs = 365 * 86_400_000;
  const nowMs = Date.now();
  const times = [nowMs - yearMs, nowMs + yearMs, nowMs + 10 * 60_000, nowMs - 60_000, 0];
  times.forEach((ts, index) =>
    device.publish(locations('Trace_clock'), payloadOf('location', index, { ts }), { packetId: index + 1 }),
  );
  await until(() => device.acknowledged().length === times.length);
  const stored = rig.storedOf('location').filter(({ serial }) => serial === 'Trace_clock');
  expect(stored.map(({ skewed }) => skewed)).toEqual([true, true, true, false, true]);
  expect(stored[3]?.at.getTime()).toBe(nowMs - 60_000);
  expect(stored[0]?.at).toEqual(stored[0]?.receivedAt);
  device.close();
});

test('a message of an unregistered device is acknowledged and not stored until the device is registered', async () => {
  rig.unregistered.add('Trace_nobody');
  const device = await rig.plain('Trace_nobody');
  device.publish(locations('Trace_nobody'), payloadOf('location', 1), { packetId: 1 });
  await until(() => device.acknowledged().includes(1));
  expect(rig.stored.filter(({ message }) => message.serial === 'Trace_nobody')).toEqual([]);
  rig.unregistered.delete('Trace_nobody');
  await rig.gateway.rebind('Trace_nobody');
  device.publish(locations('Trace_nobody'), payloadOf('location', 2), { packetId: 2 });
  await until(() => device.acknowledged().includes(2));
  await until(() => rig.stored.filter(({ message }) => message.serial === 'Trace_nobody').length === 2);
  device.close();
});

test('a killed database loses no acknowledged message, and all are stored when it is back', async () => {
  const own = await ownDatabase();
  const other = await startTestGateway({
    test: own.test,
    limits: { receiveWindow: 100, burst: 100_000, bytesPerMin: 1e9 },
  });
  const device = await other.plain('Trace_outage');
  const acknowledgedAtDeath: number[] = [];
  for (let seq = 1; seq <= 300; seq += 1) {
    device.publish(locations('Trace_outage'), payloadOf('location', seq), { packetId: seq });
    if (seq === 150) await until(() => device.acknowledged().length > 20);
    if (seq === 150) own.kill();
    if (seq === 150) acknowledgedAtDeath.push(...device.acknowledged());
  }
  await until(() => device.acknowledged().length === 300, 15_000);
  const { rows } = await sql<{ seqs: number; times: number }>`
    select count(distinct seq) as seqs, count(*) as times from device_test_message where kind = 'location'
  `.execute(own.test.database.sql);
  expect(rows[0]).toEqual({ seqs: 300, times: 300 });
  expect(new Set(device.acknowledged()).size).toBe(300);
  expect(acknowledgedAtDeath.length).toBeGreaterThan(0);
  device.close();
  await other.stop();
});

test('a message whose transaction failed is stored by a second one, whatever the clock of the portal shows', async () => {
  const clock = fakeClock();
  const other = await startTestGateway({ clock });
  const device = await other.plain('Trace_again');
  let attempts = 0;
  other.beforeCommit = async (tx, kind) => {
    if (kind !== 'location') return;
    attempts += 1;
    if (attempts === 1)
      await tx.query({ name: 'fails once', text: 'select pg_cancel_backend(pg_backend_pid())', values: [] });
  };
  device.publish(locations('Trace_again'), payloadOf('location', 1), { packetId: 1 });
  await until(() => device.acknowledged().includes(1));
  expect(attempts).toBe(2);
  expect(await other.rows('Trace_again', 'location')).toBe(1);
  device.close();
  await other.stop();
});

test('while the database hangs no message is acknowledged and memory has a limit', async () => {
  const own = await ownDatabase();
  const limits = { queuedMessages: 100, burst: 1e6, bytesPerMin: 1e9, receiveWindow: 20 };
  const other = await startTestGateway({ test: own.test, limits });
  const devices: RawDevice[] = [];
  for (let nth = 0; nth < 20; nth += 1) devices.push(await other.plain(`Trace_still_${nth}`));
  await until(() => other.storedOf('presence').length === 20);
  other.beforeCommit = async (tx) => {
    await tx.query({ name: 'gone', text: 'select pg_terminate_backend(pg_backend_pid())', values: [] });
  };
  for (const [nth, device] of devices.entries()) {
    for (let seq = 1; seq <= 100; seq += 1) {
      device.publish(locations(`Trace_still_${nth}`), payloadOf('location', seq), { packetId: seq });
    }
  }
  await until(() => other.gateway.stats().received >= 100);
  expect(other.gateway.stats().received).toBeLessThanOrEqual(20 * 21);
  expect(devices.flatMap((device) => device.acknowledged())).toEqual([]);
  other.beforeCommit = async () => {};
  await until(() => devices.every((device) => device.acknowledged().length === 100));
  for (const device of devices) device.close();
  await other.stop();
});

test('a clean stop stores and acknowledges the received messages', async () => {
  const other = await startTestGateway({ limits: { receiveWindow: 10_000, burst: 100_000, bytesPerMin: 1e9 } });
  const device = await other.plain('Trace_stop');
  for (let seq = 1; seq <= 2_000; seq += 1)
    device.publish(locations('Trace_stop'), payloadOf('location', seq), { packetId: seq });
  await until(() => other.gateway.stats().received > 100);
  await other.gateway.stop();
  await until(() => device.isClosed());
  const stored = new Set(other.storedOf('location').map(({ message }) => message['seq']));
  expect(device.acknowledged().length).toBe(stored.size);
  expect(device.acknowledged().every((packetId) => stored.has(packetId))).toBe(true);
  expect(other.storedOf('presence').at(-1)?.message).toMatchObject({ connected: false, reason: 'server_stops' });
  await other.test.drop();
});
