import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
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
import { connectByHand } from '#testing/stand-ins/hand-device';
import { signInAs, type SignedIn } from '#testing/portal';
import { registerDevice } from '#testing/trackers';
import { createCauses } from './alerts.lifecycle.service.ts';

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

const kindsOf = async (person: SignedIn, serial: string): Promise<string[]> =>
  (await alertsOf(person, serial)).map(shortOf);

/** How many mails of a kind a person has, when all that is due was sent. */
async function mailsOf(person: SignedIn, kind: 'tamper' | 'power_cut' | 'low_battery'): Promise<number> {
  await world.portal.app.jobs.runDue();
  return (await mailsTo(world, person, alertsTexts.event[kind]('Work ute'))).length;
}

const good = { externalPower: true, tampered: false, batteryPct: 80 };

test('reports from before an event and unrelated messages leave the alert open, a later report ends the alert [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat(good));
  world.moveClock(3);
  const before = world.portal.clock.now().getTime() - 1_000;
  for (const kind of ['tamper', 'power_cut', 'low_battery']) await device.say('event', { kind });
  const all = ['low_battery', 'power_cut', 'tamper'];
  world.moveClock(12);
  await device.say('location', { lat: -33.8, lng: 151.2 });
  await world.portal.clock.advance(2_000);
  await device.say('status', { status: 'online' });
  expect(await kindsOf(user, serial)).toEqual(all);
  // The first heartbeat omits the three causes. The second was sent before the events and arrives late.
  await device.say('heartbeat', beat());
  await device.say('heartbeat', beat({ ...good, ts: before }));
  expect(await kindsOf(user, serial)).toEqual(all);
  await device.say('heartbeat', beat({ tampered: true }));
  device.cut();
  await eventually(
    async () =>
      (
        await sql<{ connected: boolean }>`
      select connected from device_status where serial = ${serial}`.execute(world.portal.test.database.sql)
      ).rows[0]!,
    ({ connected }) => !connected,
  );
  expect(await kindsOf(user, serial)).toEqual(all);
  for (const kind of ['tamper', 'power_cut', 'low_battery'] as const) expect(await mailsOf(user, kind)).toBe(1);
  // The device clock restarts with the boot, and the boot count shows that this report is later.
  const back = await connectByHand(world.portal, { serial, boot: 2 });
  await back.say('heartbeat', beat({ ...good, ts: 0 }));
  await untilAlerts(
    user,
    serial,
    all.map((kind) => `${kind} over`),
  );
  back.cut();
});

test('sends a low battery alert after quiet hours although the report before the event was good [ALRT-01]', async () => {
  const { user, device } = await watchedDevice(world);
  await choose(user, quietAround(world.portal, 20));
  await device.say('heartbeat', beat(good));
  world.moveClock(1);
  await device.say('event', { kind: 'low_battery' });
  world.moveClock(12);
  await device.say('location', { lat: -33.8, lng: 151.2 });
  await world.portal.clock.advance(2_000);
  expect(await mailsOf(user, 'low_battery')).toBe(0);
  world.moveClock(20 * 60);
  expect(await mailsOf(user, 'low_battery')).toBe(1);
  device.cut();
});

test('another event minutes later is a second alert, unless a report confirmed the first alert [ALRT-01] [T50]', async () => {
  const { portal } = world;
  const [eventsAlone, reporting] = [await watchedDevice(world), await watchedDevice(world)];
  const first = { kind: 'tamper', seq: 700, ts: portal.clock.now().getTime() };
  for (const { device } of [eventsAlone, reporting]) {
    await device.say('event', first);
    await device.say('event', { kind: 'tamper' });
  }
  await reporting.device.say('heartbeat', beat({ tampered: true }));
  for (const { user, serial } of [eventsAlone, reporting]) expect(await kindsOf(user, serial)).toEqual(['tamper']);
  world.moveClock(alertRules.eventAgainMs / 1_000);
  for (const { device } of [eventsAlone, reporting]) await device.say('event', first);
  expect(await kindsOf(eventsAlone.user, eventsAlone.serial)).toEqual(['tamper']);
  const later = portal.clock.now().toISOString();
  await Promise.all([eventsAlone, reporting].map(({ device }) => device.say('event', { kind: 'tamper' })));
  const [newest, oldest] = await untilAlerts(eventsAlone.user, eventsAlone.serial, ['tamper', 'tamper over']);
  expect([newest!.startedAt, oldest!.endedAt]).toEqual([later, later]);
  expect(await mailsOf(eventsAlone.user, 'tamper')).toBe(2);
  expect(await kindsOf(reporting.user, reporting.serial)).toEqual(['tamper']);
  expect(await mailsOf(reporting.user, 'tamper')).toBe(1);
  for (const { device } of [eventsAlone, reporting]) device.cut();
});

test('a tamper event with reused boot and seq begins an alert, and a repeat of that event does not [ALRT-01] [PANIC-06]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('event', { kind: 'tamper', boot: 1, seq: 0 });
  world.moveClock(alertRules.eventAgainMs / 1_000);
  const afterReset = { kind: 'tamper', boot: 1, seq: 0, ts: world.portal.clock.now().getTime() };
  for (let time = 0; time < 3; time += 1) await device.say('event', afterReset);
  expect(await kindsOf(user, serial)).toEqual(['tamper', 'tamper over']);
  expect(await mailsOf(user, 'tamper')).toBe(2);
  device.cut();
});

test('an event that is repeated with a new ts each time is notified once [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  for (let time = 0; time < 4; time += 1) {
    await device.say('event', { kind: 'tamper', boot: 1, seq: 7 });
    world.moveClock(5);
  }
  expect(await kindsOf(user, serial)).toEqual(['tamper']);
  expect(await mailsOf(user, 'tamper')).toBe(1);
  device.cut();
});

test('a heartbeat after a counter reset ends the alert of an earlier event [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat({ boot: 18, seq: 40, ...good }));
  await device.say('event', { kind: 'tamper', boot: 18, seq: 3 });
  world.moveClock(60);
  // Too soon after the event for the device's clock to prove an order.
  await device.say('heartbeat', beat({ boot: 1, seq: 0, ...good }));
  expect(await kindsOf(user, serial)).toEqual(['tamper']);
  world.moveClock(300);
  await device.say('heartbeat', beat({ boot: 1, seq: 1, ...good }));
  expect(await kindsOf(user, serial)).toEqual(['tamper over']);
  await device.say('heartbeat', beat({ boot: 1, seq: 2, ...good, batteryPct: 9 }));
  expect(await kindsOf(user, serial)).toEqual(['low_battery', 'tamper over']);
  device.cut();
});

test('a heartbeat after an event with a broken boot ends the alert of that event [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat({ boot: 18, seq: 40, ...good }));
  await device.say('event', { kind: 'tamper', boot: 4_294_967_295, seq: 3 });
  world.moveClock(301);
  await device.say('heartbeat', beat({ boot: 18, seq: 41, ...good }));
  expect(await kindsOf(user, serial)).toEqual(['tamper over']);
  device.cut();
});

test('a heartbeat without a clock ends an alert of a later boot only after a counter reset [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const says = (seq: number): Promise<void> => device.say('heartbeat', beat({ boot: 1, seq, ts: 0, ...good }));
  await device.say('heartbeat', beat({ boot: 2, seq: 40, ts: 0, ...good }));
  await device.say('event', { kind: 'tamper', boot: 2, seq: 3, ts: 0 });
  for (let seq = 0; seq < 3; seq += 1) {
    world.moveClock(60);
    await says(seq);
  }
  expect(await kindsOf(user, serial)).toEqual(['tamper']);
  world.moveClock(3_600);
  await says(3);
  const back = await backAgain(user);
  expect(await kindsOf(back, serial)).toEqual(['tamper over']);
  device.cut();
});

test('a loose plug causes one alert and one message in half an hour, tampering notifies each time [T50]', async () => {
  const { portal } = world;
  const { user, device, serial } = await watchedDevice(world);
  for (let time = 0; time < 6; time += 1) {
    await device.say('heartbeat', beat({ externalPower: false }));
    expect(await kindsOf(user, serial)).toEqual(['power_cut']);
    world.moveClock(11);
    await device.say('heartbeat', beat({ externalPower: true }));
    expect(await kindsOf(user, serial)).toEqual(['power_cut over']);
    world.moveClock(1);
  }
  expect(await mailsOf(user, 'power_cut')).toBe(1);
  for (let time = 0; time < 2; time += 1) {
    await device.say('heartbeat', beat({ tampered: true }));
    world.moveClock(11);
    await device.say('heartbeat', beat({ tampered: false }));
  }
  expect(await kindsOf(user, serial)).toEqual(['tamper over', 'tamper over', 'power_cut over']);
  expect(await mailsOf(user, 'tamper')).toBe(2);

  portal.clock.set(new Date(portal.clock.now().getTime() + alertRules.pauseMs.power_cut));
  await device.say('heartbeat', beat({ externalPower: false }));
  const back = await backAgain(user);
  expect((await kindsOf(back, serial))[0]).toBe('power_cut');
  expect(await kindsOf(back, serial)).toHaveLength(4);
  expect(await mailsOf(user, 'power_cut')).toBe(2);
  device.cut();
});

test('sends a message that was dropped as over when the cause recurs during the cool-down [T50]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await choose(user, quietAround(world.portal, 5));
  await device.say('heartbeat', beat({ batteryPct: 9 }));
  world.moveClock(60);
  await device.say('heartbeat', beat({ batteryPct: 60 }));
  world.moveClock(6 * 60);
  expect(await mailsOf(user, 'low_battery')).toBe(0);
  const [over] = await untilAlerts(user, serial, ['low_battery over']);
  expect(stateOf(over!, 'email')).toBe('over');
  await device.say('heartbeat', beat({ batteryPct: 8 }));
  const [again] = await untilAlerts(user, serial, ['low_battery']);
  expect(again!.id).toBe(over!.id);
  expect(await mailsOf(user, 'low_battery')).toBe(1);
  device.cut();
});

test('limits alert emails per user and day across all servers, while portal and push continue [T58]', async () => {
  const { portal } = world;
  const [user, installer] = [await portal.person({ timeZone: 'UTC' }), await portal.person({ role: 'installer' })];
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user, null);
  const { database } = portal.test;
  const startedAt = portal.clock.now();
  const most = alertRules.mailsPerDay - alertRules.mailsKept;
  const { rows: made } = await sql<{ id: number }>`
    insert into device (serial, registered_by, registered_at)
    select 'Trace_' || replace(gen_random_uuid()::text, '-', ''), ${installer.id}, now()
    from generate_series(1, 60) returning id`.execute(database.sql);
  const causesOf = () =>
    createCauses({
      database,
      clock: portal.clock,
      // Sending would find that these devices belong to no user.
      jobs: { ...portal.app.jobs, enqueueAll: async () => {} },
      people: { accountsOf: async () => new Map([[user.id, { email: user.email, role: 'user', timeZone: 'UTC' }]]) },
      devices: {
        partiesOf: async (ids) => new Map(ids.map((id) => [id, [user.id]])),
        relationsOf: async (ids) =>
          ids.map((deviceId) => ({
            deviceId,
            serial: device.serial,
            name: 'Work ute',
            accountId: user.id,
            relation: 'assigned_user' as const,
            isInUse: true,
            since: startedAt,
          })),
        deviceIdsOf: async () => new Map(),
      },
      deviceStatus: { lockStatus: async () => {} },
    });
  const servers = [causesOf(), causesOf(), causesOf()];
  const mailed = async (kind: string): Promise<Record<string, number>> => {
    const { rows } = await sql<{ channel: string; state: string; count: number }>`
      select d.channel, case when d.state = 'limit' then 'limit' else 'notified' end as state, count(*)::int as count
      from alert_delivery d join alert a on a.id = d.alert_id
      where d.account_id = ${user.id} and a.kind = ${kind} group by 1, 2`.execute(database.sql);
    return Object.fromEntries(rows.map(({ channel, state, count }) => [`${channel} ${state}`, count]));
  };
  const begin = (kind: 'power_cut' | 'tamper') =>
    Promise.all(
      [0, 1, 2].map((nr) =>
        database.transaction((tx) =>
          servers[nr]!.begin(
            tx,
            made.slice(nr * 20, nr * 20 + 20).map(({ id }) => ({ deviceId: id, kind, startedAt, expiresAt: null })),
          ),
        ),
      ),
    );
  await begin('power_cut');
  expect(await mailed('power_cut')).toEqual({
    'portal notified': 60,
    'push notified': 60,
    'email notified': most,
    'email limit': 60 - most,
  });
  // A cause that matters more has mails left.
  await begin('tamper');
  expect(await mailed('tamper')).toMatchObject({ 'push notified': 60, 'email notified': alertRules.mailsKept });
  world.moveClock(26 * 3_600);
  await device.say('event', { kind: 'tamper', seq: 900 });
  const back = await backAgain(user);
  const alert = await eventually(
    async () => (await alertsOf(back, device.serial))[0],
    (each) => each !== undefined,
  );
  expect(stateOf(alert!, 'email')).not.toBe('limit');
  device.cut();
});
