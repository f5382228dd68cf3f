import { readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alertsOf,
  beat,
  listOf,
  mailsTo,
  shortOf,
  startAlertsWorld,
  untilAlerts,
  watchedDevice,
  type AlertsWorld,
  type Watched,
} from '#testing/worlds/alerts-world';
import { eventually } from '#testing/eventually';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { signInAs, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { openStream } from '#testing/sse';
import { assignDevice, connectTracker, newSerial, registerDevice } from '#testing/trackers';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

/** Signs in anew: a session does not outlive a jump of the clock. */
const backAgain = async (person: SignedIn): Promise<SignedIn> => ({
  ...person,
  ...(await signInAs(world.portal.url, person.email)),
});

/** Advances the clock this many times by 55 s, mostly in a jump that is too short to look like a server outage. */
async function drift(times: number): Promise<void> {
  const { clock } = world.portal;
  for (let time = 0; time < times; time += 1) {
    clock.set(new Date(clock.now().getTime() + 40_000));
    await world.pass(15);
  }
}

test('notifies once when a battery is low, and again only after the battery was good [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  for (const batteryPct of [21, 20]) await device.say('heartbeat', beat({ batteryPct }));
  expect(await alertsOf(user, serial)).toEqual([]);
  for (const batteryPct of [19, 21, 20, 19, 29]) await device.say('heartbeat', beat({ batteryPct }));
  await device.say('event', { kind: 'low_battery' });
  world.moveClock(11);
  await device.say('heartbeat', beat({ batteryPct: 29 }));
  expect((await alertsOf(user, serial)).map(shortOf)).toEqual(['low_battery']);

  await device.say('heartbeat', beat({ batteryPct: 30 }));
  expect((await alertsOf(user, serial)).map(shortOf)).toEqual(['low_battery over']);
  world.moveClock(alertRules.pauseMs.low_battery / 1_000);
  await device.say('heartbeat', beat({ batteryPct: 5 }));
  expect((await alertsOf(user, serial)).map(shortOf)).toEqual(['low_battery', 'low_battery over']);
  expect((await alertsOf(world.installer, serial)).map(shortOf)).toEqual(['low_battery', 'low_battery over']);
  device.cut();
});

test('power cut and tamper alerts last until the device reports the end, and show the device without a position [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('event', { kind: 'power_cut', lat: -33.8688, lng: 151.2093 });
  await device.say('heartbeat', beat({ externalPower: false, tampered: true }));
  expect((await alertsOf(user, serial)).map(({ kind }) => kind).sort()).toEqual(['power_cut', 'tamper']);
  world.moveClock(11);
  await device.say('heartbeat', beat({ externalPower: true, tampered: false }));
  const alerts = await alertsOf(user, serial);
  expect(alerts.map(shortOf).sort()).toEqual(['power_cut over', 'tamper over']);
  expect(alerts[0]!.device).toEqual({ serialNumber: serial, name: 'Work ute' });
  for (const person of [user, world.installer]) {
    const { text } = await rawCall(world.portal, { path: '/api/alerts', person });
    expect(text).not.toMatch(/33\.8|151\.2|"(lat|lng|latitude|position)"/);
  }
  const { rows } = await sql<{ text: string }>`select a::text || d::text as text from alert a
    join alert_delivery d on d.alert_id = a.id`.execute(world.portal.test.database.sql);
  expect(JSON.stringify(rows)).not.toMatch(/33\.8|151\.2/);
  device.cut();
});

test('a repeated event and repeated reports of the same state are one alert [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const again = { kind: 'tamper', seq: 900, ts: world.portal.clock.now().getTime() };
  await Promise.all([
    device.sayAtOnce('event', [again, again, { kind: 'tamper' }]),
    device.sayAtOnce('heartbeat', [beat({ tampered: true }), beat({ tampered: true }), beat({ tampered: true })]),
  ]);
  expect((await alertsOf(user, serial)).map(shortOf)).toEqual(['tamper']);
  world.moveClock(11);
  await device.say('heartbeat', beat({ tampered: false }));
  // The PUBACK was lost, so the device sends the event again.
  await device.say('event', again);
  expect((await alertsOf(user, serial)).map(shortOf)).toEqual(['tamper over']);
  await eventually(async () => (await mailsTo(world, user, alertsTexts.event.tamper('Work ute'))).length, Boolean);
  expect(await mailsTo(world, user, alertsTexts.event.tamper('Work ute'))).toHaveLength(1);
  device.cut();
});

test('an old report that is stored late neither begins nor ends an alert [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat({ batteryPct: 90, seq: 50 }));
  await device.say('heartbeat', beat({ batteryPct: 5, seq: 49 }));
  expect(await alertsOf(user, serial)).toEqual([]);
  device.cut();
});

test('notifies of a power cut and its end on a simulated tracker [ALRT-01]', async () => {
  const { portal, installer } = world;
  const user = await portal.person();
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, installer, user);
  tracker.change({ externalPower: false });
  await untilAlerts(user, tracker.serial, ['power_cut']);
  world.moveClock(11);
  tracker.change({ externalPower: true });
  expect(await untilAlerts(user, tracker.serial, ['power_cut over'])).toHaveLength(1);
  await tracker.stop();
});

test('alerts on silence at once with a hub, later without a hub, never during sleep, until contact [ALRT-01]', async () => {
  const { portal } = world;
  // The jumps of the tests before look like an outage.
  await world.pass(15);
  const [plain, withHub, asleep, lost] = await Promise.all([1, 2, 3, 4].map(() => watchedDevice(world)));
  await plain!.device.say('heartbeat', beat());
  await lost!.device.say('heartbeat', beat());
  await withHub!.device.say('heartbeat', beat({ intervalSec: 30, hubLinked: true }));
  await asleep!.device.say('heartbeat', beat());
  await asleep!.device.say('status', { status: 'sleeping', wakeInSec: 3_600 });
  const heardAt = portal.clock.now().toISOString();
  for (const { device } of [withHub!, asleep!, lost!]) device.cut();

  await drift(1);
  expect(await alertsOf(withHub!.user, withHub!.serial)).toEqual([]);
  await drift(1);
  const [silent] = await alertsOf(withHub!.user, withHub!.serial);
  expect(silent).toMatchObject({ kind: 'silent', startedAt: heardAt, endedAt: null });
  for (const { user, serial } of [plain!, lost!]) expect(await alertsOf(user, serial)).toEqual([]);

  // The `plain` device is only slow.
  await plain!.device.say('heartbeat', beat());
  await drift(12);
  expect(await alertsOf(plain!.user, plain!.serial)).toEqual([]);
  expect((await alertsOf(lost!.user, lost!.serial)).map(shortOf)).toEqual(['silent']);
  expect((await alertsOf(withHub!.user, withHub!.serial)).map(shortOf)).toEqual(['silent']);
  expect(await alertsOf(asleep!.user, asleep!.serial)).toEqual([]);

  const back = await connectByHand(portal, { serial: lost!.serial, boot: 2 });
  await back.say('heartbeat', beat());
  await untilAlerts(lost!.user, lost!.serial, ['silent over']);
  back.cut();
  plain!.device.cut();
}, 60_000);

test('notifies the user and the registering installer, but no company colleague and no stranger [ALRT-01]', async () => {
  const { portal } = world;
  const installer = await portal.person({ role: 'installer' });
  const [colleague, user, stranger] = [
    await portal.person({ role: 'installer' }),
    await portal.person(),
    await portal.person(),
  ];
  await addMember(installer, (await makeCompany(portal, installer)).id, colleague);
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user, null);
  await device.say('event', { kind: 'tamper' });
  for (const [person, count] of [
    [user, 1],
    [installer, 1],
    [colleague, 0],
    [stranger, 0],
  ] as const)
    expect((await listOf(person)).alerts).toHaveLength(count);
  device.cut();
});

test('hides alerts of a device from a former user [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('event', { kind: 'tamper' });
  const [alert] = await alertsOf(user, serial);
  expect((await listOf(user)).unread).toBe(1);
  await user.api.call(endAssignment, { params: { serial } });
  expect(await listOf(user)).toEqual({ alerts: [], next: null, unread: 0, isMoreUnread: false });
  const hidden = await rawCall(world.portal, { method: 'POST', path: `/api/alerts/${alert!.id}/read`, person: user });
  expect(hidden.status).toBe(404);
  device.cut();
});

test('pages the list, marks each alert read per user, and notifies open pages [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device } = await watchedDevice(world);
  const page = await openStream(portal, user);
  for (const kind of ['power_cut', 'tamper', 'low_battery']) await device.say('event', { kind });
  await page.until('alerts.changed', 3);
  const first = await listOf(user, { limit: 2 });
  expect(first.alerts.map(({ kind }) => kind)).toEqual(['low_battery', 'tamper']);
  const second = await listOf(user, { limit: 2, after: first.next! });
  expect(second).toMatchObject({ next: null, unread: 3 });
  expect(second.alerts.map(({ kind }) => kind)).toEqual(['power_cut']);

  const id = first.alerts[0]!.id;
  const answers = await Promise.all([1, 2, 3].map(() => user.api.call(readAlert, { params: { id } })));
  expect(answers.map(({ unread }) => unread)).toEqual([2, 2, 2]);
  expect((await listOf(world.installer, { limit: 100 })).alerts.find((alert) => alert.id === id)!.readAt).toBeNull();
  page.close();
  device.cut();
});

test('marks alerts as read by list order up to the newest seen, also when timestamps are equal [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  const readUpTo = (upTo: string) => user.api.call(readAllAlerts, { body: { upTo } });
  const unreadOf = async () => (await alertsOf(user, serial)).filter(({ readAt }) => readAt === null).map(shortOf);
  for (const kind of ['power_cut', 'tamper']) await device.say('event', { kind });
  const [newest, older] = await untilAlerts(user, serial, ['tamper', 'power_cut']);
  // The clock is stopped, so time alone cannot order the two alerts.
  expect(newest!.startedAt).toBe(older!.startedAt);
  expect(await readUpTo(older!.id)).toEqual({ unread: 1, isMoreUnread: false });
  expect(await unreadOf()).toEqual(['tamper']);
  await device.say('event', { kind: 'low_battery' });
  const [after] = await untilAlerts(user, serial, ['low_battery', 'tamper', 'power_cut']);
  expect(await readUpTo(newest!.id)).toEqual({ unread: 1, isMoreUnread: false });
  expect(await unreadOf()).toEqual(['low_battery']);
  // Another user's list is independent.
  const stranger = await portal.person();
  await expect(stranger.api.call(readAllAlerts, { body: { upTo: after!.id } })).rejects.toMatchObject({ status: 404 });
  expect(await unreadOf()).toEqual(['low_battery']);
  expect(await readUpTo(after!.id)).toEqual({ unread: 0, isMoreUnread: false });
  device.cut();
});

test('refuses bad cursors, limits and bodies and names the field [ALRT-01]', async () => {
  const { installer: person, portal } = world;
  const bad: [string, string, unknown, string][] = [
    ['GET', '/api/alerts?after=%D7%A9%D7%9C%D7%95%D7%9D', undefined, 'query.after'],
    ['GET', '/api/alerts?after=-1', undefined, 'query.after'],
    ['GET', '/api/alerts?limit=0', undefined, 'query.limit'],
    ['GET', '/api/alerts?limit=101', undefined, 'query.limit'],
    ['POST', '/api/alerts/read', { upTo: 'javascript:alert(1)' }, 'body.upTo'],
    ['POST', '/api/alerts/read', { upTo: '' }, 'body.upTo'],
    ['POST', '/api/alerts/read', { upTo: '2026-01-01T00:00:00.000Z' }, 'body.upTo'],
    ['POST', '/api/alerts/😀/read', undefined, 'params.id'],
  ];
  for (const [method, path, body, field] of bad) {
    const answer = await rawCall(portal, {
      method,
      path: encodeURI(decodeURI(path)),
      person,
      ...(body ? { body } : {}),
    });
    expect({ path, status: answer.status, error: (answer.json as { error: object }).error }).toMatchObject({
      path,
      status: 400,
      error: { code: 'invalid_input', field },
    });
  }
});

test('an event that no report confirms expires after a day [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  await device.say('event', { kind: 'tamper' });
  device.cut();
  portal.clock.set(new Date(portal.clock.now().getTime() + 24 * 3_600_000));
  const back = await backAgain(user);
  await world.pass(61);
  expect((await alertsOf(back, serial)).filter(({ kind }) => kind === 'tamper').map(shortOf)).toEqual(['tamper over']);
});

test('hides alerts of a replaced tracker and ends the open alerts, and deletes alerts of a removed device [ALRT-01] [IDEV-10]', async () => {
  const { portal, installer } = world;
  const watched = [await watchedDevice(world), await watchedDevice(world), await watchedDevice(world)];
  const [replaced, removed, used] = watched as [Watched, Watched, Watched];
  for (const { device } of watched) await device.say('event', { kind: 'tamper' });
  const newSerialNumber = newSerial();
  await portal.app.gateway.registry.enter(newSerialNumber);
  const { api } = await backAgain(installer);
  const body = { newSerialNumber, claimCode: null };
  await api.call(replaceDevice, { params: { serial: replaced.serial }, body });
  await api.call(removeDevice, { params: { serial: removed.serial }, body: { confirmation: removed.serial } });
  expect(await listOf(replaced.user)).toMatchObject({ alerts: [], unread: 0 });
  const lasting = async ({ serial }: Watched): Promise<boolean[]> => {
    const { rows } = await sql<{ lasts: boolean }>`
      select ended_at is null as lasts from alert where serial = ${serial}`.execute(portal.test.database.sql);
    return rows.map(({ lasts }) => lasts);
  };
  const all = () => Promise.all(watched.map(lasting));
  expect(await all()).toEqual([[true], [], [true]]);
  world.moveClock(600);
  await world.pass(61);
  await eventually(all, ([first]) => first?.[0] === false);
  expect(await all()).toEqual([[false], [], [true]]);
  expect((await alertsOf(used.user, used.serial)).map(shortOf)).toEqual(['tamper']);
  for (const { device } of watched) device.cut();
});

test('a new user of a device gets alerts that begin after the assignment, but no open alerts [ALRT-01]', async () => {
  const { portal } = world;
  const installer = await portal.person({ role: 'installer' });
  const [user, device] = [await portal.person(), await connectByHand(portal)];
  await registerDevice(portal, device.serial, installer);
  await device.say('heartbeat', beat({ batteryPct: 12 }));
  expect((await alertsOf(installer, device.serial)).map(shortOf)).toEqual(['low_battery']);
  await assignDevice(portal, device.serial, installer, user);
  await device.say('heartbeat', beat({ batteryPct: 11 }));
  expect(await alertsOf(user, device.serial)).toEqual([]);
  world.moveClock(11);
  await device.say('heartbeat', beat({ batteryPct: 60 }));
  await device.say('heartbeat', beat({ batteryPct: 9 }));
  expect((await alertsOf(user, device.serial)).map(shortOf)).toEqual(['low_battery']);
  device.cut();
});

test('after a server outage a device is silent only after the full time to reconnect [ALRT-01]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat({ intervalSec: 30, hubLinked: true }));
  device.cut();
  portal.clock.set(new Date(portal.clock.now().getTime() + 2 * 3_600_000));
  const back = await backAgain(user);
  await world.pass(45);
  expect(await alertsOf(back, serial)).toEqual([]);
  await world.pass(45);
  expect((await alertsOf(back, serial)).map(shortOf)).toEqual(['silent']);
});
