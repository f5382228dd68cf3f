import { getAlertSettings, leaveBrowser } from '@trace/contract/alerts/alerts.settings.api';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alertsOf,
  beat,
  mailsTo,
  startAlertsWorld,
  stateOf,
  untilAlerts,
  watchedDevice,
  type AlertsWorld,
} from '#testing/worlds/alerts-world';
import { eventually } from '#testing/eventually';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import type { SignedIn } from '#testing/portal';
import type { TestBrowser } from '#testing/stand-ins/push-service';
import { registerDevice } from '#testing/trackers';
import { createTurns, maxPerPerson, mostToHost } from './alerts.push-concurrency.service.ts';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

/**
 * Counts received messages without repeats. If a clock jump costs a job its lease, the message is sent again and
 * replaces the first.
 */
const topicsAt = (browser: TestBrowser): number => new Set(browser.received.map(({ topic }) => topic)).size;

async function devicesOf(user: SignedIn, count: number): Promise<HandDevice[]> {
  const { portal, installer } = world;
  const devices = await Promise.all(Array.from({ length: count }, () => connectByHand(portal)));
  for (const { serial } of devices) await registerDevice(portal, serial, installer, user, 'Work ute');
  return devices;
}

/** Counts the pending push jobs of a user. */
async function jobsOf({ id }: SignedIn): Promise<number> {
  const { rows } = await sql`
    select from job j join alert_delivery d on d.id = (j.payload->>'deliveryId')::uuid
    where j.name = 'alerts.push' and j.failed_at is null and d.account_id = ${id}`.execute(
    world.portal.test.database.sql,
  );
  return rows.length;
}

test('a browser that never answers delays neither emails nor pushes to other users [ALRT-01]', async () => {
  const { portal } = world;
  const user = await portal.person({ timeZone: 'UTC' });
  const stuck = await world.subscribe(user);
  stuck.answerWith(null);
  const devices = await devicesOf(user, 6);
  for (const device of devices) {
    await device.say('event', { kind: 'power_cut' });
    await device.say('event', { kind: 'tamper' });
  }
  await eventually(stuck.tries, (tries) => tries === maxPerPerson);
  const other = await watchedDevice(world, { nickname: 'Boat' });
  const browser = await world.subscribe(other.user);
  await other.device.say('event', { kind: 'tamper' });
  await eventually(
    () => mailsTo(world, other.user, texts.event.tamper('Boat')),
    ({ length }) => length === 1,
  );
  await eventually(
    () => browser.received,
    ({ length }) => length === 1,
  );
  // Also their own e-mails.
  await eventually(
    () => mailsTo(world, user, 'Work ute'),
    ({ length }) => length === 12,
  );
  await world.pass(3);
  expect(stuck.tries()).toBe(maxPerPerson);
  stuck.answerWith(201);
  await eventually(
    () => jobsOf(user),
    (count) => count === 12 - maxPerPerson,
  );
  await world.jumpUntil(
    60,
    () => topicsAt(stuck),
    (count) => count === 12,
  );
  await world.eventuallyDone(
    () => jobsOf(user),
    (count) => count === 0,
  );
  for (const { cut } of [...devices, other.device]) cut();
});

test('an unreachable browser does not delay pushes to the other browsers of the same user [ALRT-01]', async () => {
  const user = await world.portal.person({ timeZone: 'UTC' });
  const [good, broken] = [await world.subscribe(user), await world.subscribe(user)];
  broken.answerWith(503);
  const devices = await devicesOf(user, 3);
  const say = async (kind: string): Promise<void> => {
    for (const device of devices) await device.say('event', { kind });
  };
  await say('power_cut');
  await eventually(broken.tries, (tries) => tries > 0);
  await world.pass(3);
  await world.eventuallyDone(
    () => topicsAt(good),
    (count) => count === 3,
  );
  const tries = broken.tries();
  expect(tries).toBeLessThanOrEqual(maxPerPerson);
  await say('tamper');
  await world.pass(1);
  await world.eventuallyDone(
    () => topicsAt(good),
    (count) => count === 6,
  );
  expect(broken.tries()).toBe(tries);
  broken.answerWith(201);
  await world.jumpUntil(
    20,
    () => topicsAt(broken),
    (count) => count === 6,
  );
  expect(good.tries()).toBe(6);
  for (const { cut } of devices) cut();
});

test('a message that one browser received counts as sent, even if another browser never gets a push [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const [good, broken] = [await world.subscribe(user), await world.subscribe(user)];
  broken.answerWith(503);
  await device.say('event', { kind: 'tamper' });
  await device.say('heartbeat', beat({ batteryPct: 9 }));
  await world.eventuallyDone(
    () => topicsAt(good),
    (count) => count === 2,
  );
  expect((await alertsOf(user, serial)).map((one) => stateOf(one, 'push'))).toEqual(['sent', 'sent']);
  await device.say('heartbeat', beat({ batteryPct: 80 }));
  // As after two days.
  await sql`update alert set noted_at = noted_at - interval '49 hours' where serial = ${serial}`.execute(
    world.portal.test.database.sql,
  );
  await world.jump(6);
  await world.eventuallyDone(
    () => alertsOf(user, serial),
    (all) => all.every((one) => stateOf(one, 'push') === 'sent'),
  );
  expect(await jobsOf(user)).toBe(0);
  device.cut();
});

test('backs off for a minute, then longer, when a push service requests an immediate retry, and keeps the job [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  browser.answerWith(429, { 'retry-after': '0' });
  await device.say('event', { kind: 'tamper' });
  await eventually(browser.tries, (tries) => tries === 1);
  for (let look = 0; look < 5; look++) await world.portal.app.jobs.runDue();
  expect([browser.tries(), await jobsOf(user)]).toEqual([1, 1]);
  await world.jump(58);
  expect(browser.tries()).toBe(1);
  await world.pass(3);
  await world.eventuallyDone(browser.tries, (tries) => tries === 2);
  await world.jump(110);
  expect([browser.tries(), await jobsOf(user)]).toEqual([2, 1]);
  browser.answerWith(201);
  await world.jump(12);
  await untilAlerts(user, serial, ['tamper']);
  await world.eventuallyDone(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'sent',
  );
  expect([browser.tries(), await jobsOf(user)]).toEqual([3, 0]);
  device.cut();
});

test('quiet hours postpone the last retry, but not for ever [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  browser.answerWith(503);
  await device.say('event', { kind: 'tamper' });
  await eventually(browser.tries, (tries) => tries === 1);
  // Simulates two days with quiet hours each day. The message became due again a moment ago.
  await sql`update alert set noted_at = noted_at - interval '49 hours' where serial = ${serial}`.execute(
    world.portal.test.database.sql,
  );
  await world.pass(8);
  await world.eventuallyDone(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'failed',
  );
  expect([browser.tries(), await jobsOf(user)]).toEqual([1, 0]);
  device.cut();
});

test('limits concurrent pushes to two per user and twelve per push service across all processes [ALRT-01]', async () => {
  const { app, clock, test: own } = world.portal;
  const processes = [createTurns({ database: app.database, clock }), createTurns({ database: own.database, clock })];
  const takeMany = (count: number, person: () => string, hosts: string[]) =>
    Promise.all(Array.from({ length: count }, (_, nr) => processes[nr % 2]!.take(person(), hosts)));

  const person = randomUUID();
  const theirs = await takeMany(20, () => person, ['a.example']);
  const taken = theirs.filter((turn) => turn !== null);
  expect(taken.map(({ hosts }) => [...hosts])).toEqual(Array(maxPerPerson).fill(['a.example']));

  const others = await takeMany(30, randomUUID, ['a.example', 'b.example']);
  const to = (host: string): number => others.filter((turn) => turn!.hosts.has(host)).length;
  expect([to('a.example'), to('b.example')]).toEqual([mostToHost - maxPerPerson, mostToHost]);
  const late = await processes[0]!.take(randomUUID(), ['a.example', 'c.example']);
  expect([...late!.hosts]).toEqual(['c.example']);

  await Promise.all(taken.map((turn) => turn.end()));
  const next = await takeMany(20, () => person, ['a.example']);
  expect(next.filter((turn) => turn?.hosts.has('a.example'))).toHaveLength(maxPerPerson);
  // The slots of a dead holder soon expire.
  await world.pass(31);
  const after = await takeMany(40, randomUUID, ['a.example']);
  expect(after.filter((turn) => turn!.hosts.has('a.example'))).toHaveLength(mostToHost);
  expect((await takeMany(4, () => person, [])).filter((turn) => turn !== null)).toHaveLength(maxPerPerson);
});

test('stops pushes for the previous user on a browser where support staff sign in [ALRT-01] [T42]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  const staff = await portal.person({ role: 'staff' });
  const browser = await world.subscribe(user);
  const { endpoint, keys } = browser.subscription;
  const guessed = { endpoint, keys: { ...keys, auth: Buffer.alloc(16, 1).toString('base64url') } };
  const isAwake = async () =>
    (await user.api.call(getAlertSettings, {})).push.browsers.map(({ isPaused }) => !isPaused);
  await staff.api.call(leaveBrowser, { body: guessed });
  expect(await isAwake()).toEqual([true]);
  await staff.api.call(leaveBrowser, { body: { endpoint, keys } });
  expect(await isAwake()).toEqual([false]);
  await device.say('event', { kind: 'tamper' });
  await eventually(
    () => alertsOf(user, serial),
    ([one]) => one !== undefined && stateOf(one, 'push') === 'none',
  );
  expect(browser.tries()).toBe(0);
  device.cut();
});
