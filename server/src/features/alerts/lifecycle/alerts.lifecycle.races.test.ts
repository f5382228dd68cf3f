import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { restoreSetup } from '@trace/contract/device-setup/device-setup.api';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beat, startAlertsWorld, watchedDevice, type AlertsWorld } from '#testing/worlds/alerts-world';
import { hold, statusOf, waitingFor } from '#testing/held-rows';
import { createCauses } from './alerts.lifecycle.service.ts';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

/** Blocks every write of a delivery. By then the transaction has locked the alerts and the slots of the email limit. */
const messages = sql`lock table alert_delivery in share mode`;

async function alertsOf(serial: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; isOver: boolean }>`
    select kind, ended_at is not null as is_over from alert where serial = ${serial} order by kind`.execute(
    world.portal.test.database.sql,
  );
  return rows.map(({ kind, isOver }) => (isOver ? `${kind} over` : kind));
}

const troubles = (): string[] =>
  world.portal.logged().filter((line) => line.includes('Storing device messages failed'));

// In a deadlock the database would abort one transaction, and that transaction's messages would not be acknowledged.

test('events and a report of the same device do not deadlock [ALRT-01]', async () => {
  const { device, serial } = await watchedDevice(world);
  await device.say('heartbeat', beat({ externalPower: false }));
  await device.say('event', { kind: 'power_cut' });
  await world.portal.app.jobs.runDue();
  const held = await hold(world.portal, messages);
  // The first event begins an alert. The second is noted with an open alert, which the report confirms while beginning
  // another alert.
  const events = device.sayAtOnce('event', [{ kind: 'tamper' }, { kind: 'power_cut' }]);
  const lane = await waitingFor(world.portal, held.pid, 'devices events');
  const report = device.say('heartbeat', beat({ externalPower: false, batteryPct: 9 }));
  await waitingFor(world.portal, lane, 'devices control');
  await held.release();
  await Promise.all([events, report]);
  expect(troubles()).toEqual([]);
  expect(await alertsOf(serial)).toEqual(['low_battery', 'power_cut', 'tamper']);
  device.cut();
});

test('an event that begins an alert waits for the lock on the device, a panic does not [ALRT-01] [PANIC-06]', async () => {
  const { device, serial } = await watchedDevice(world);
  const held = await hold(world.portal, statusOf(serial));
  await device.say('event', { kind: 'panic' });
  const event = device.say('event', { kind: 'tamper' });
  await waitingFor(world.portal, held.pid, 'devices events');
  await held.release();
  await event;
  expect(await alertsOf(serial)).toEqual(['tamper']);
  device.cut();
});

test('the sweep of unconfirmed alerts skips an alert that a report confirms at the same moment [ALRT-01]', async () => {
  const { portal } = world;
  const [one, other] = [await watchedDevice(world), await watchedDevice(world)];
  for (const { device } of [one, other]) await device.say('event', { kind: 'tamper' });
  await portal.app.jobs.runDue();
  world.moveClock(alertRules.eventLastsMs / SECOND_MS + 60);
  const held = await hold(world.portal, messages);
  const report = one.device.say('heartbeat', beat({ tampered: true, batteryPct: 9 }));
  await waitingFor(world.portal, held.pid, 'devices control');
  const { app, clock, test: own } = portal;
  const { sweep } = createCauses({
    database: own.database,
    clock,
    jobs: app.jobs,
    people: app.people,
    devices: app.devices,
    deviceStatus: { lockStatus: async () => {} },
  });
  // The sweep skips locked rows, so the sweep cannot be part of a deadlock.
  await sweep();
  await held.release();
  await report;
  expect(await alertsOf(one.serial)).toEqual(['low_battery', 'tamper']);
  expect(await alertsOf(other.serial)).toEqual(['tamper over']);
  for (const { device } of [one, other]) device.cut();
});

test('restoring a broken hub link locks the device before the email limit [HUB-07]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const { sql: db } = world.portal.test.database;
  const now = world.portal.clock.now();
  await sql`
    insert into hub_link (device_id, is_previous, link_id, hub_id, hub_name, linked_by, linked_at, broken_since)
    select id, true, gen_random_uuid(), '001234AB', 'Home', ${user.id}, ${now}, ${now} from device
    where serial = ${serial}`.execute(db);
  await sql`
    insert into device_setup_previous (device_id, changed_hub, changed_sim, saved_at, saved_by)
    select id, true, false, ${now}, ${user.id} from device where serial = ${serial}`.execute(db);
  const held = await hold(world.portal, statusOf(serial));
  const restoring = user.api.call(restoreSetup, { params: { serial } });
  const pid = await waitingFor(world.portal, held.pid);
  expect(await held.rowsIn(sql`select from pg_locks where pid = ${pid} and locktype = 'advisory'`)).toBe(0);
  await held.release();
  await restoring;
  expect(await alertsOf(serial)).toEqual(['hub_broken']);
  device.cut();
});

test('deleting an account locks the devices before the alert deliveries, in the order of message processing [SET-03]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  await device.say('event', { kind: 'tamper' });
  await world.portal.app.jobs.runDue();
  const deliveries = sql`select from alert_delivery where account_id = ${user.id}`;
  const held = await hold(world.portal, statusOf(serial));
  const all = await held.rowsIn(deliveries);
  expect(all).toBeGreaterThan(0);
  const leaving = user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await waitingFor(world.portal, held.pid);
  expect(await held.rowsIn(sql`${deliveries} for update skip locked`)).toBe(all);
  await held.release();
  await leaving;
  expect((await deliveries.execute(world.portal.test.database.sql)).rows).toEqual([]);
  device.cut();
});
