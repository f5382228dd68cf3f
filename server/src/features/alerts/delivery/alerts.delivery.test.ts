import { getAlertSettings, leaveBrowser, removeBrowser } from '@trace/contract/alerts/alerts.settings.api';
import { usualChoices } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alertsOf,
  beat,
  choose,
  mailsTo,
  quietAround,
  shortOf,
  startAlertsWorld,
  stateOf,
  untilAlerts,
  watchedDevice,
  type AlertsWorld,
} from '#testing/worlds/alerts-world';
import { eventually } from '#testing/eventually';
import { hold, waitingFor } from '#testing/held-rows';
import { signInAs } from '#testing/portal';
import { deliverJobs } from './alerts.delivery-planning.service.ts';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

test('a message names the device and the event, without position and without serial number on the lock screen [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const [browser, left] = [await world.subscribe(user), await world.subscribe(user)];
  const { endpoint, keys } = left.subscription;
  await user.api.call(leaveBrowser, { body: { endpoint, keys } });
  await device.say('event', { kind: 'power_cut', lat: -33.8688, lng: 151.2093 });
  const [pushed] = await eventually(
    () => browser.received,
    (all) => all.length === 1,
  );
  expect(pushed).toMatchObject({
    message: { title: 'Power cut', body: 'Work ute lost its external power.', url: `/user?device=${serial}` },
    urgency: 'high',
    isSigned: true,
  });
  expect(pushed!.topic).toMatch(/^[\w-]{32}$/);
  expect(pushed!.message.title + pushed!.message.body).not.toContain(serial);
  expect(JSON.stringify(pushed)).not.toMatch(/33\.8|151\.2/);
  const [mail] = await eventually(
    () => mailsTo(world, user, texts.event.power_cut('Work ute')),
    ({ length }) => length === 1,
  );
  expect(mail!.subject).toBe('Power cut: Work ute');
  expect(mail!.text).toMatch(/\nSince .* \(UTC\)\.\n/);
  expect(left.received).toEqual([]);
  expect(mail!.text).toContain(`${world.portal.url}/user?device=${serial}`);
  expect(mail!.text).not.toMatch(/33\.8|151\.2/);
  // By default an installer gets no email about this alert, but still gets the portal entry.
  expect(await mailsTo(world, world.installer, 'Work ute')).toEqual([]);
  expect(await alertsOf(world.installer, serial)).toHaveLength(1);
  device.cut();

  const unnamed = await watchedDevice(world, { nickname: null });
  const other = await world.subscribe(unnamed.user);
  await unnamed.device.say('event', { kind: 'tamper' });
  const [unnamedPush] = await eventually(
    () => other.received,
    (all) => all.length === 1,
  );
  expect(unnamedPush!.message.body).toBe('One of your devices was opened or taken off its mount.');
  unnamed.device.cut();
});

test('each user gets the chosen alerts by the chosen channels [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  const choices = usualChoices('user');
  await choose(user, null, {
    ...choices,
    tamper: { portal: true, email: false, push: false },
    power_cut: { portal: false, email: true, push: true },
  });
  await device.say('event', { kind: 'tamper' });
  await device.say('event', { kind: 'power_cut' });
  await eventually(
    () => browser.received,
    (all) => all.length === 1,
  );
  expect(browser.received[0]!.message.title).toBe('Power cut');
  expect((await alertsOf(user, serial)).map(({ kind, deliveries }) => [kind, deliveries])).toEqual([['tamper', []]]);
  expect(await mailsTo(world, user, texts.event.tamper('Work ute'))).toEqual([]);
  await eventually(
    () => mailsTo(world, user, texts.event.power_cut('Work ute')),
    ({ length }) => length === 1,
  );
  device.cut();
});

test('quiet hours delay email and push, and drop alerts over by then, except tampering [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  await choose(user, quietAround(world.portal, 2));
  await device.say('event', { kind: 'tamper' });
  await device.say('heartbeat', beat({ batteryPct: 5, externalPower: false }));
  const [first] = await alertsOf(user, serial);
  expect(first!.deliveries).toHaveLength(2);
  for (const { state, until: end } of first!.deliveries)
    expect({ state, end }).toEqual({ state: 'quiet', end: expect.stringMatching(/:00\.000Z$/) as string });
  await world.jump(11);
  await device.say('heartbeat', beat({ batteryPct: 90, externalPower: false, tampered: false }));
  expect(browser.tries()).toBe(0);
  await world.jump(110);
  await eventually(
    () => browser.received,
    (all) => all.length === 2,
  );
  const bodies = browser.received.map(({ message }) => message.body).sort();
  expect(bodies[0]).toBe('Work ute lost its external power.');
  expect(bodies[1]).toMatch(/^Work ute was opened or taken off its mount\. Resolved at /);
  const alerts = await eventually(
    () => alertsOf(user, serial),
    (all) => all.every((alert) => !['quiet', 'waiting'].includes(stateOf(alert, 'push')!)),
  );
  expect(Object.fromEntries(alerts.map((alert) => [alert.kind, stateOf(alert, 'push')]))).toEqual({
    power_cut: 'sent',
    tamper: 'sent',
    low_battery: 'over',
  });
  expect(await mailsTo(world, user, texts.event.low_battery('Work ute'))).toEqual([]);
  const [mail] = await mailsTo(world, user, texts.event.tamper('Work ute'));
  expect(mail!.text).toContain('resolved ');
  device.cut();
});

test('the email about a power cut that is over does not say that the device runs on its battery [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await choose(user, quietAround(world.portal, 2));
  await device.say('heartbeat', beat({ externalPower: false }));
  await world.jump(11);
  await device.say('heartbeat', beat({ externalPower: true }));
  await eventually(
    () => alertsOf(user, serial),
    ([alert]) => alert?.endedAt != null,
  );
  await world.jump(110);
  const [mail] = await eventually(
    () => mailsTo(world, user, texts.event.power_cut('Work ute')),
    ({ length }) => length === 1,
  );
  expect(mail!.text).toMatch(/resolved .* \(UTC\)\.\n\nCheck the cable and the power supply\.\n/);
  device.cut();
});

test('checks recipients at sending: skips a user without the device and a channel turned off meanwhile [ALRT-01]', async () => {
  const [left, changed] = [await watchedDevice(world), await watchedDevice(world)];
  const browsers = [await world.subscribe(left.user), await world.subscribe(changed.user)];
  for (const { user, device } of [left, changed]) {
    await choose(user, quietAround(world.portal, 1));
    await device.say('event', { kind: 'tamper' });
  }
  await left.user.api.call(endAssignment, { params: { serial: left.serial } });
  const off = { portal: true, email: false, push: false };
  await choose(changed.user, null, { ...usualChoices('user'), tamper: off });
  await world.jump(61);
  const [alert] = await eventually(
    () => alertsOf(changed.user, changed.serial),
    ([one]) => stateOf(one!, 'push') === 'none' && stateOf(one!, 'email') !== 'waiting',
  );
  expect(stateOf(alert!, 'email')).toBe('none');
  expect(browsers.map((browser) => browser.tries())).toEqual([0, 0]);
  for (const { user } of [left, changed])
    expect(await mailsTo(world, user, texts.event.tamper('Work ute'))).toEqual([]);
  for (const { device } of [left, changed]) device.cut();
});

test('a message is sent when its alert reopens while the message is dropped as over [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  await world.subscribe(user);
  await choose(user, quietAround(portal, 2));
  await device.say('heartbeat', beat({ batteryPct: 5 }));
  world.moveClock(11);
  await device.say('heartbeat', beat({ batteryPct: 90 }));
  world.moveClock(130);
  const held = await hold(
    portal,
    sql`select from alert_delivery where account_id = ${user.id} and channel = 'push' for update`,
  );
  const done = world.finishJobs();
  const dropping = await waitingFor(portal, held.pid);
  const reopened = device.say('heartbeat', beat({ batteryPct: 5 }));
  await Promise.race([reopened, waitingFor(portal, dropping, 'devices control').catch(() => {})]);
  await held.release();
  await Promise.all([done, reopened]);
  const [alert] = await world.eventuallyDone(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') !== 'waiting',
  );
  expect([shortOf(alert!), stateOf(alert!, 'push')]).toEqual(['low_battery', 'sent']);
  device.cut();
});

test('quiet hours that begin while a message waits delay the message too [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  browser.answerWith(503);
  await device.say('event', { kind: 'tamper' });
  await eventually(browser.tries, (tries) => tries === 1);
  await choose(user, quietAround(world.portal, 2));
  browser.answerWith(201);
  await world.pass(10);
  const [alert] = await eventually(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'quiet',
  );
  expect(alert!.deliveries.find(({ channel }) => channel === 'push')!.until).not.toBeNull();
  expect(browser.received).toEqual([]);
  await world.jump(111);
  await eventually(
    () => browser.received,
    (all) => all.length === 1,
  );
  device.cut();
});

test('retries a busy or broken push service without resending to browsers that received the message [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const [good, broken, busy] = [await world.subscribe(user), await world.subscribe(user), await world.subscribe(user)];
  broken.answerWith(500);
  busy.answerWith(429, { 'retry-after': '30' });
  await device.say('event', { kind: 'tamper' });
  await eventually(
    () => [good, broken, busy].map((browser) => browser.tries()),
    (tries) => tries.every((count) => count === 1),
  );
  await world.finishJobs();
  // At least one browser has received the message.
  await eventually(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'sent',
  );
  await world.pass(20);
  await world.finishJobs();
  expect(broken.tries()).toBeGreaterThan(1);
  expect(busy.tries()).toBe(1);
  broken.answerWith(201);
  busy.answerWith(201);
  for (let minute = 0; minute < 3; minute++) {
    await world.jump(60);
    await world.finishJobs();
  }
  expect([good, broken, busy].map((browser) => browser.received.length)).toEqual([1, 1, 1]);
  expect(good.tries()).toBe(1);
  device.cut();
});

test('pauses a browser with an ended subscription and follows no redirect or refusal [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const [ended, moved] = [await world.subscribe(user), await world.subscribe(user)];
  ended.answerWith(410);
  moved.answerWith(307, { location: 'https://127.0.0.1/metadata' });
  await device.say('event', { kind: 'tamper' });
  await eventually(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'failed',
  );
  const { push } = await user.api.call(getAlertSettings, {});
  const awake = push.browsers.filter(({ isPaused }) => !isPaused);
  expect([awake.length, push.browsers.length]).toEqual([1, 2]);
  await user.api.call(removeBrowser, { params: { id: awake[0]!.id } });
  await world.jump(11);
  await device.say('heartbeat', beat({ tampered: false }));
  await device.say('event', { kind: 'tamper' });
  await eventually(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'none',
  );
  device.cut();
});

test('concurrent workers send a job once, and a push repeated after a crash replaces the first [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  await Promise.all([device.say('event', { kind: 'tamper' }), ...[1, 2, 3, 4].map(() => portal.app.jobs.runDue())]);
  await Promise.all([1, 2, 3, 4].map(() => portal.app.jobs.runDue()));
  await eventually(
    () => browser.received,
    (all) => all.length === 1,
  );
  await eventually(
    () => alertsOf(user, serial),
    ([one]) => stateOf(one!, 'push') === 'sent' && stateOf(one!, 'email') !== 'quiet',
  );
  expect(browser.tries()).toBe(1);
  expect(await mailsTo(world, user, texts.event.tamper('Work ute'))).toHaveLength(1);

  // The state in the database if the process is killed between sending and recording.
  const { rows } = await sql<{ id: string; channel: 'push' | 'email' }>`
    update alert_delivery set state = 'waiting', sent_to = '{}', settled_at = null
    where account_id = ${user.id} and channel in ('push', 'email') returning id, channel`.execute(
    portal.test.database.sql,
  );
  for (const { id, channel } of rows)
    await portal.app.jobs.enqueue(
      portal.app.database.sql,
      deliverJobs[channel],
      { deliveryId: id },
      { key: `again:${id}` },
    );
  await eventually(
    () => browser.received,
    (all) => all.length === 2,
  );
  const [one, other] = browser.received;
  expect(other!.message.tag).toBe(one!.message.tag);
  expect(other!.topic).toBe(one!.topic);
  expect(await mailsTo(world, user, texts.event.tamper('Work ute'))).toHaveLength(1);
  device.cut();
});

test('shows a rejected email, and a push still failing after a day, as not delivered [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  browser.answerWith(500);
  await device.say('event', { kind: 'tamper' });
  await eventually(browser.tries, (tries) => tries === 1);
  await untilAlerts(user, serial, ['tamper']);
  portal.clock.set(new Date(portal.clock.now().getTime() + 25 * 3_600_000));
  const back = { ...user, ...(await signInAs(portal.url, user.email)) };
  await world.pass(2);
  const [alert] = await eventually(
    () => alertsOf(back, serial),
    ([one]) => stateOf(one!, 'push') === 'failed',
  );
  expect(stateOf(alert!, 'email')).toBe('no_server');
  await sql`update mail set state = 'failed' where recipient = ${user.email}`.execute(portal.test.database.sql);
  expect(stateOf((await alertsOf(back, serial))[0]!, 'email')).toBe('failed');
  expect(browser.tries()).toBe(1);
  device.cut();
});
