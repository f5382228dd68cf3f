// The words of the messages, and whether each is still true when the message leaves.
import { saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { closeIncident, releaseIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { startSimulatedHub } from '@trace/stand-ins/alarm-hub/dc09/hub';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { incidentOf } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import type { TestBrowser } from '#testing/stand-ins/push-service';
import { startPanicWorld, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
beforeAll(async () => {
  world = await startPanicWorld({ DC09_PORT: '0' });
  ({ portal } = world);
});
afterAll(() => world.stop());

/** A premium user with a device, and two contacts with an account and every channel. */
async function household() {
  const [user, ana, jonas] = [await portal.person({ premium: true }), await portal.person(), await portal.person()];
  const phone = world.newPhone();
  const channels = ['push', 'email', 'sms'] as const;
  await world.agreed(user, { name: 'Ana', email: ana.email, phone, channels: [...channels] }, true);
  await world.agreed(user, { name: 'Jonas', email: jonas.email, channels: ['push', 'email'] }, true);
  const [browserOfAna, browserOfJonas] = [await world.subscribe(ana), await world.subscribe(jonas)];
  const device = await assignedDevice(portal, world.installer, user);
  return {
    ...{ user, device, phone },
    ana: { ...ana, browser: browserOfAna },
    jonas: { ...jonas, browser: browserOfJonas },
  };
}

/** A press of which both contacts were notified. */
async function pressedHousehold() {
  const home = await household();
  await world.press(home.device);
  const { id } = await incidentOf(home.user);
  await world.pass(31);
  return { ...home, id, params: { id } };
}

const bodiesOf = ({ received }: TestBrowser): string[] => received.map(({ message }) => message.body);
const lastMailTo = ({ email }: SignedIn): string => world.mails.to(email).at(-1)!.text;

test('messages about a further press tell the person who took the incident so [PANIC-04]', async () => {
  const { device, phone, ana, params } = await pressedHousehold();
  await ana.api.call(takeIncident, { params });
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  expect(bodiesOf(ana.browser).at(-1)).toContain('You have taken it');
  expect(lastMailTo(ana)).toContain(texts.advice.taker);
  expect(world.emergencySmsTo(phone)[0]).toContain('You have taken it');
  device.cut();
});

test('a push that an incident was taken does not leave after the incident was given back [PANIC-04]', async () => {
  const { user, device, ana, jonas, params } = await pressedHousehold();
  await portal.app.jobs.stop();
  await ana.api.call(takeIncident, { params });
  await ana.api.call(releaseIncident, { params });
  await portal.app.jobs.start();
  await world.pass(0);
  expect(bodiesOf(jonas.browser)).toHaveLength(2);
  expect(bodiesOf(jonas.browser)).not.toContain(texts.pushTaken('Ana'));
  await user.api.call(closeIncident, { params, body: { outcome: 'safe' } });
  device.cut();
});

test('a push that an incident was taken does not leave after the incident was closed [PANIC-04]', async () => {
  const { user, device, ana, jonas, params } = await pressedHousehold();
  await portal.app.jobs.stop();
  await ana.api.call(takeIncident, { params });
  await user.api.call(closeIncident, { params, body: { outcome: 'safe' } });
  await portal.app.jobs.start();
  await world.pass(0);
  expect(bodiesOf(jonas.browser).slice(1)).toEqual([texts.pushClosed('Safe')]);
  device.cut();
});

test('a push after an incident was given back does not say that no one took it yet [PANIC-04]', async () => {
  const { device, ana, jonas, params } = await pressedHousehold();
  await ana.api.call(takeIncident, { params });
  await world.pass(0);
  await ana.api.call(releaseIncident, { params });
  await world.pass(0);
  expect(bodiesOf(jonas.browser).slice(1)).toEqual([texts.pushTaken('Ana'), texts.pushReminder]);
  expect(texts.pushReminder).not.toContain('yet');
  device.cut();
});

test('messages about a further press of another kind name that press and its time [PANIC-03] [PANIC-04]', async () => {
  const { user, device, ana, jonas, phone } = await household();
  const body = { number: 'AB0001', maker: 'ajax', key: null, supervisionSec: 60, clockTolerance: 'usual' } as const;
  await user.api.call(saveHubReporting, { params: { serial: device.serial }, body });
  const { app, clock } = portal;
  const address = { host: '127.0.0.1', port: app.hubReceiver.listensOn()!, account: 'AB0001', key: null };
  const hub = await startSimulatedHub({ ...address, now: () => clock.now(), waitMs: 3_000 });
  await hub.send('SIA-DCS', '#AB0001|Nri1/BA5');
  await world.pass(31);
  expect(world.emergencySmsTo(phone)).toEqual([expect.stringContaining('Burglary alarm from')]);
  await world.pass(31);
  await world.press(device);
  await world.pass(0);
  expect(world.emergencySmsTo(phone)[0]).toContain('pressed the panic button');
  expect(jonas.browser.received.at(-1)!.message.title).toContain('pressed the panic button');
  const whens = world.mails.to(ana.email).flatMap(({ text }) => /When: .*/.exec(text)?.[0] ?? []);
  expect(new Set(whens).size).toBe(2);
  hub.stop();
  device.cut();
});

test('a push about a drill asks for no help [PANIC-08]', async () => {
  const { user, device, jonas } = await household();
  await user.api.call(startDrill, { body: { serialNumber: device.serial } });
  await world.pass(0);
  expect(bodiesOf(jonas.browser)).toEqual([texts.pushTest]);
  device.cut();
});

test('a stuck button sends ten SMS an hour to a number, and emails go on [PANIC-04]', async () => {
  const { user, device, phone, ana, params } = await pressedHousehold();
  for (let minute = 0; minute < 12; minute += 1) {
    await world.pass(61);
    await world.press(device);
    await world.pass(0);
  }
  expect(world.emergencySmsTo(phone)).toHaveLength(10);
  expect(world.mailsAboutPressTo(ana)).toBeGreaterThan(12);

  await user.api.call(closeIncident, { params, body: { outcome: 'safe' } });
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  expect(world.emergencySmsTo(phone)).toHaveLength(11);
  device.cut();
});
