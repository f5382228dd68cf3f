import { saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { closeIncident } from '@trace/contract/panic/panic.api';
import { readByLink, releaseByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import { startSimulatedHub, type SimulatedHub } from '@trace/stand-ins/alarm-hub/dc09/hub';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { incidentOf } from '#testing/panic-incidents';
import type { SignedIn } from '#testing/portal';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
beforeAll(async () => {
  world = await startPanicWorld({ DC09_PORT: '0' });
});
afterAll(() => world.stop());

const hubs: SimulatedHub[] = [];
afterEach(() => {
  hubs.splice(0).forEach((hub) => hub.stop());
  world.mails.failWith(null);
});

let accounts = 0;

/** The hub of a device, which reports by SIA DC-09. */
async function hubOf(user: SignedIn, { serial }: HandDevice) {
  const account = `AB${String((accounts += 1)).padStart(4, '0')}`;
  const body = { number: account, maker: 'ajax', key: null, supervisionSec: 60, clockTolerance: 'usual' } as const;
  await user.api.call(saveHubReporting, { params: { serial }, body });
  const { clock, app } = world.portal;
  const hub = await startSimulatedHub({
    ...{ host: '127.0.0.1', port: app.hubReceiver.listensOn()!, now: () => clock.now(), waitMs: 3_000 },
    ...{ account, key: null },
  });
  hubs.push(hub);
  return { duress: () => hub.send('SIA-DCS', `#${account}|Nri1/HA5`), panic: () => hub.panic() };
}

const panicMailsTo = ({ email }: SignedIn): string[] =>
  world.mails
    .to(email)
    .map(({ subject }) => subject)
    .filter((subject) => /panic button|emergency|duress/.test(subject));

test('after a duress press has joined a panic no message to the wearer leaves, queued ones included [PANIC-03] [PANIC-04]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  const browser = await world.subscribe(user);
  await world.press(device);
  await world.pass(0);
  expect([browser.received.length, panicMailsTo(user).length]).toEqual([1, 1]);
  world.mails.failWith(451);
  browser.answerWith(500);
  await world.pass(61);
  await world.press(device);
  await world.pass(0);
  const hub = await hubOf(user, device);
  await hub.duress();
  world.mails.failWith(null);
  browser.answerWith(201);
  await world.pass(6);
  const token = tokenIn(world.emergencySmsTo(numbers[0]!).at(-1)!);
  await world.portal.stranger.call(takeByLink, { body: { token } });
  await world.pass(0);
  await world.portal.stranger.call(releaseByLink, { body: { token } });
  await world.pass(30);
  await world.pass(61);
  expect([browser.received.length, panicMailsTo(user).length]).toEqual([1, 1]);
  const incident = await incidentOf(user);
  expect([incident.kind, incident.unanswered]).toEqual(['duress', 'nobody_took']);
  expect(world.emergencySmsTo(numbers[0]!)[0]).toMatch(/under duress/);
  device.cut();
});

test('an email that the incident was taken does not leave after a duress press [PANIC-04]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  await world.press(device);
  await world.pass(0);
  world.mails.failWith(451);
  const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
  await world.portal.stranger.call(takeByLink, { body: { token } });
  await world.pass(0);
  await (await hubOf(user, device)).duress();
  world.mails.failWith(null);
  await world.pass(6);
  expect(panicMailsTo(user)).toHaveLength(1);
  device.cut();
});

test('while a duress alarm is open its wearer gets no message about a drill or another incident [PANIC-03] [PANIC-08]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  const browser = await world.subscribe(user);
  const other = await assignedDevice(world.portal, world.installer, user);
  world.mails.failWith(451);
  browser.answerWith(500);
  await user.api.call(startDrill, { body: { serialNumber: device.serial } });
  await world.pass(0);
  await (await hubOf(user, device)).duress();
  world.mails.failWith(null);
  browser.answerWith(201);
  await world.press(other);
  await world.pass(6);
  expect([browser.received.length, panicMailsTo(user)]).toEqual([0, []]);
  expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
  device.cut();
  other.cut();
});

test('a wearer whose device joins a duress alarm by a plain press gets no message [PANIC-03] [PANIC-09]', async () => {
  const { user, device } = await world.protectedUser();
  const { user: other, device: late } = await world.protectedUser();
  const link = (serial: string) =>
    sql`
      insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
      select id, gen_random_uuid(), '00ABCDEF', 'Boat shed', now() from device where serial = ${serial}`.execute(
      world.portal.test.database.sql,
    );
  await link(device.serial);
  const hub = await hubOf(user, device);
  await hub.duress();
  await link(late.serial);
  await hub.panic();
  await world.pass(0);
  const { devices, recipients } = await incidentOf(other);
  expect(devices).toHaveLength(2);
  const wearers = recipients.filter(({ role }) => role === 'wearer');
  const channels = wearers.map(({ deliveries }) => deliveries.map(({ channel }) => channel));
  expect(channels).toEqual([['portal'], ['portal']]);
  device.cut();
  late.cut();
});

test.each([
  ['duress', true, "Closed from the person's own account: Safe. Check in another way that the person is safe."],
  ['panic', undefined, 'Closed: Safe.'],
] as const)(
  'the helpers of a %s alarm that its wearer closes as safe are asked to check: %s [PANIC-04] [A-733]',
  async (kind, isDoubtful, words) => {
    const { user, device, numbers } = await world.protectedUser();
    const helper = await world.portal.person();
    await world.agreed(user, { name: 'Tom', email: helper.email, channels: ['push', 'email'] });
    const browser = await world.subscribe(helper);
    await (await hubOf(user, device))[kind]();
    await world.pass(31);
    const { id } = await incidentOf(user);
    const own = await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    await world.pass(0);
    expect(own.closed).not.toHaveProperty('isDoubtful');
    const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
    const { closed } = await world.portal.stranger.call(readByLink, { body: { token } });
    expect(closed).toMatchObject({ outcome: 'safe' });
    expect(closed!.isDoubtful).toBe(isDoubtful);
    expect(browser.received.at(-1)!.message.body).toBe(words);
    device.cut();
  },
);
