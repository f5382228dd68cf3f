import { sqsPanicListenerFunction } from '@trace/contract/hub-queue/hub-queue.api';
import { listDrills, startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { isDrillTime } from '@trace/contract/panic/drills/panic.drills.rules';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { drillTexts as texts } from '@trace/contract/panic/drills/panic.drills.texts';
import { savePanicSettings } from '@trace/contract/panic-contacts/panic-contacts.api';
import { closeIncident, listIncidents, readIncident } from '@trace/contract/panic/panic.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { hold, REQUESTS, waitingFor } from '#testing/held-rows';
import { press } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { registerDevice } from '#testing/trackers';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';

let world: PanicContactsWorld;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  world = await startPanicContactsWorld();
  ({ portal } = world);
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => world.stop());

async function pass(ms: number): Promise<void> {
  portal.clock.set(new Date(portal.clock.now().getTime() + ms));
  await portal.app.jobs.runDue();
}

async function userWithDevice(): Promise<{ user: SignedIn; serial: string }> {
  const user = await portal.person({ premium: true });
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user);
  device.cut();
  return { user, serial: device.serial };
}

/** Links a device to a hub, as registering with hub integration does. */
async function linkHub(serial: string, hubId: string): Promise<void> {
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), ${hubId}, 'Home', now() from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
}

const drillsOf = async (user: SignedIn) => (await user.api.call(listDrills, {})).drills;
const activeOf = async (person: SignedIn) =>
  (await person.api.call(listIncidents, { query: { state: 'active', limit: 10 } })).incidents;
const smsTo = (phone: string): string[] =>
  world.sms.list().flatMap(({ to, text }) => (to === phone && text.includes('/emergency#') ? [text] : []));

test('a drill measures each message, is marked as a test, and reaches only contacts who agreed to tests [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await world.agreed(user, { name: 'Jonas', phone: '+61491570301', channels: ['sms'] }, true);
  await world.agreed(user, { name: 'Ana', phone: '+61491570302', channels: ['sms'] }, false);
  const started = await user.api.call(startDrill, { body: { serialNumber: serial } });
  await pass(700);
  expect(smsTo('+61491570302')).toEqual([]);
  expect(smsTo('+61491570301')).toEqual([expect.stringMatching(/^Trace test: /)]);
  const [drill] = await drillsOf(user);
  expect(drill).toMatchObject({ id: started.id, isMonthly: false, serialNumber: serial });
  expect(drill!.messages).toContainEqual({
    ...{ name: 'Jonas', role: 'contact', channel: 'sms', state: 'sent' },
    afterMs: expect.any(Number),
  });
  expect(drill!.sentAfterMs).toBeGreaterThanOrEqual(700);
  expect(await activeOf(installer)).toEqual([]);
  const incident = await user.api.call(readIncident, { params: { id: drill!.incidentId } });
  expect(incident).toMatchObject({ isTest: true, next: null });
  await pass(600_000);
  expect((await user.api.call(readIncident, { params: { id: drill!.incidentId } })).closed?.outcome).toBe('test');
});

test('a drill reaches the contacts while a test by support of the same hub is open [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await linkHub(serial, '0001D811');
  await world.agreed(user, { name: 'Jonas', phone: '+61491570303', channels: ['sms'] }, true);
  const staff = await portal.person({ role: 'staff' });
  const tested = await staff.api.call(sqsPanicListenerFunction, { body: { hubId: '0001D811' } });
  expect(tested.testedDevices).toBe(1);
  const drill = await user.api.call(startDrill, { body: { serialNumber: serial } });
  await pass(0);
  expect(smsTo('+61491570303')).toHaveLength(1);
  expect(drill.messages.map(({ role }) => role)).not.toContain('support');
});

test('a drill does not begin while its user has a real incident with another device [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  const device = await assignedDevice(portal, installer, user);
  await press(portal, device);
  const [incident] = await activeOf(user);
  const start = () => user.api.call(startDrill, { body: { serialNumber: serial } });
  await expect(start()).rejects.toThrow(texts.inEmergency);
  await user.api.call(closeIncident, { params: { id: incident!.id }, body: { outcome: 'safe' } });
  await start();
  device.cut();
});

test('a test by support reaches no contact while the user has a real incident [PANIC-02] [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await linkHub(serial, '0001D812');
  await user.api.call(savePanicSettings, { body: { wantsDrills: true } });
  await world.agreed(user, { name: 'Jonas', phone: '+61491570398', channels: ['sms'] }, true);
  const device = await assignedDevice(portal, installer, user);
  await press(portal, device);
  await activeOf(user);
  const staff = await portal.person({ role: 'staff' });
  const check = () => staff.api.call(sqsPanicListenerFunction, { body: { hubId: '0001D812' } });
  await check();
  await pass(0);
  expect(smsTo('+61491570398')).toEqual([expect.stringMatching(/^Trace emergency: /)]);
  const [incident] = await activeOf(user);
  await user.api.call(closeIncident, { params: { id: incident!.id }, body: { outcome: 'safe' } });
  await user.api.call(savePanicSettings, { body: { wantsDrills: false } });
  device.cut();
});

test('a test by support reaches no contact of a user whose premium has ended [PANIC-03] [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await linkHub(serial, '0001D813');
  await user.api.call(savePanicSettings, { body: { wantsDrills: true } });
  await world.agreed(user, { name: 'Jonas', phone: '+61491570396', channels: ['sms'] }, true);
  const staff = await portal.person({ role: 'staff' });
  const check = () => staff.api.call(sqsPanicListenerFunction, { body: { hubId: '0001D813' } });
  await portal.app.subscription.grant({ accountId: user.id, until: portal.clock.now(), source: 'demo' });
  await check();
  await pass(0);
  expect(smsTo('+61491570396')).toEqual([]);
  await pass(600_000);
  const until = new Date(portal.clock.now().getTime() + DAY_MS);
  await portal.app.subscription.grant({ accountId: user.id, until, source: 'demo' });
  await check();
  await pass(0);
  expect(smsTo('+61491570396')).toEqual([expect.stringMatching(/^Trace test: /)]);
  await user.api.call(savePanicSettings, { body: { wantsDrills: false } });
});

test('a message of a drill that waits does not leave after a real press [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await world.agreed(user, { name: 'Jonas', phone: '+61491570397', channels: ['sms'] }, true);
  const device = await assignedDevice(portal, installer, user);
  world.sms.failWith(503);
  const before = world.sms.requests();
  await user.api.call(startDrill, { body: { serialNumber: serial } });
  await expect.poll(world.sms.requests).toBeGreaterThan(before);
  await press(portal, device);
  world.sms.failWith(null);
  // The emergency's message may have met the failing gateway, and then waits for its next try.
  await eventually(
    async () => {
      await pass(3_000);
      return smsTo('+61491570397');
    },
    ({ length }) => length > 0,
  );
  await pass(60_000);
  expect(smsTo('+61491570397')).toEqual([expect.stringMatching(/^Trace emergency: /)]);
  device.cut();
});

test('a second drill of a device sends and measures messages of its own [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  await world.agreed(user, { name: 'Jonas', phone: '+61491570304', channels: ['sms'] }, true);
  const start = () => user.api.call(startDrill, { body: { serialNumber: serial } });
  const first = await start();
  await pass(700);
  const second = await start();
  expect([second.incidentId === first.incidentId, second.sentAfterMs]).toEqual([false, null]);
  await pass(700);
  expect(smsTo('+61491570304')).toHaveLength(2);
});

test('allows three drills by hand an hour, with premium, of own devices [PANIC-08]', async () => {
  const { user, serial } = await userWithDevice();
  const start = (person: SignedIn) => person.api.call(startDrill, { body: { serialNumber: serial } });
  for (let nth = 0; nth < 3; nth += 1) await start(user);
  await expect(start(user)).rejects.toThrow(texts.limit);
  await expect(start(await portal.person({ premium: true }))).rejects.toThrow(devicesTexts.notFound);
});

test('a drill does not begin when the assignment ends before its transaction [PANIC-08] [T07]', async () => {
  const { user, serial } = await userWithDevice();
  const held = await hold(portal, sql`select pg_advisory_xact_lock(hashtextextended(${`panic-drill:${user.id}`}, 0))`);
  const starting = user.api.call(startDrill, { body: { serialNumber: serial } }).then(String, String);
  await waitingFor(portal, held.pid, REQUESTS);
  await endAssignment(portal, serial);
  await held.release();
  expect(await starting).toContain(devicesTexts.notFound);
  expect(await drillsOf(user)).toEqual([]);
});

test('a monthly drill that fails stops no drill of others, and is tried again [PANIC-08]', async () => {
  const users = [await userWithDevice(), await userWithDevice()].map(({ user }) => user);
  for (const user of users)
    await user.api.call(savePanicSettings, { body: { wantsDrills: true, channels: { email: false } } });
  const drilled = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from panic_drill where account_id = any(${users.map(({ id }) => id)}::uuid[])`.execute(
      portal.test.database.sql,
    );
    return rows[0]!.count;
  };
  // The check fails for the first new drill alone: a sequence goes on after a rollback.
  await sql`create sequence new_drills`.execute(portal.test.database.sql);
  await sql`grant usage on sequence new_drills to public`.execute(portal.test.database.sql);
  await sql`
    alter table panic_drill add constraint first_drill_fails check (nextval('new_drills') > 1) not valid`.execute(
    portal.test.database.sql,
  );
  // A Thursday at noon in Sydney.
  portal.clock.set(new Date('2026-03-05T01:00:00Z'));
  const runRound = async (): Promise<number> => {
    const before = await drilled();
    for (let minute = 0; minute < 11 && (await drilled()) === before; minute += 1) await portal.clock.advance(60_000);
    return drilled();
  };
  expect(await runRound()).toBe(1);
  expect(await runRound()).toBe(2);
  await sql`alter table panic_drill drop constraint first_drill_fails`.execute(portal.test.database.sql);
});

test('a monthly drill does not follow a drill that begins at the same time [PANIC-08] [SCALE-02]', async () => {
  const { user, serial } = await userWithDevice();
  await user.api.call(savePanicSettings, { body: { wantsDrills: true, channels: { email: false } } });
  // A Friday at noon in Sydney.
  portal.clock.set(new Date('2026-03-06T01:00:00Z'));
  const held = await hold(portal, sql`select pg_advisory_xact_lock(hashtextextended(${`panic-drill:${user.id}`}, 0))`);
  const round = portal.clock.advance(11 * 60_000);
  await waitingFor(portal, held.pid, REQUESTS);
  // Another process, or the user, was quicker.
  await sql`
    insert into panic_drill (id, account_id, device_id, is_monthly, started_at)
    select gen_random_uuid(), ${user.id}, id, true, ${portal.clock.now()} from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  await held.release();
  await round;
  const { rows } = await sql`select from panic_drill where account_id = ${user.id}`.execute(portal.test.database.sql);
  expect(rows).toHaveLength(1);
});

test('runs a monthly drill for users who agreed, once in 30 days [PANIC-08]', async () => {
  const { user } = await userWithDevice();
  const { user: other } = await userWithDevice();
  await user.api.call(savePanicSettings, { body: { wantsDrills: true, channels: { email: false } } });
  // Sessions end meanwhile.
  const monthlyOf = async ({ id }: SignedIn): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from panic_drill where account_id = ${id} and is_monthly`.execute(
      portal.test.database.sql,
    );
    return rows[0]!.count;
  };
  // A Monday at noon in Sydney.
  portal.clock.set(new Date('2026-03-09T01:00:00Z'));
  await portal.clock.advance(11 * 60_000);
  expect([await monthlyOf(user), await monthlyOf(other)]).toEqual([1, 0]);
  await portal.clock.advance(11 * 60_000);
  expect(await monthlyOf(user)).toBe(1);
  const until = new Date('2027-01-01T00:00:00Z');
  await portal.app.subscription.grant({ accountId: user.id, until, source: 'demo' });
  portal.clock.set(new Date(Date.parse('2026-03-09T01:00:00Z') + 35 * DAY_MS));
  await portal.clock.advance(11 * 60_000);
  expect(await monthlyOf(user)).toBe(2);
});

test.each([
  ['2026-03-09T01:00:00Z', 'Australia/Sydney', true],
  ['2026-03-09T01:00:00Z', 'Europe/Berlin', false],
  ['2026-03-08T01:00:00Z', 'Australia/Sydney', false],
  ['2026-03-09T05:00:00Z', 'Australia/Sydney', false],
])('a monthly drill may run at %s in %s: %s [PANIC-08]', (at, timeZone, expected) => {
  expect(isDrillTime(new Date(at), timeZone)).toBe(expected);
});
