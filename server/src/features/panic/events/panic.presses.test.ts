import { closeIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { listStaffIncidents } from '@trace/contract/panic/staff/panic.staff.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { hold, waitingFor } from '#testing/held-rows';
import { activeOf, incidentOf, readAs } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { registerDevice } from '#testing/trackers';
import { startPanicWorld, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal, installer, staff } = world);
});
afterAll(() => world.stop());

describe('presses', () => {
  test('a repeat within the cool-down is recorded and notifies nobody twice [PANIC-03]', async () => {
    const { user, device, numbers } = await world.protectedUser();
    await world.press(device);
    await incidentOf(user);
    await world.pass(10);
    await world.press(device);
    const [incident] = await eventually(
      () => activeOf(user),
      ([one]) => one?.presses === 2,
    );
    await world.pass(0);
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(1);
    await world.pass(61);
    await world.press(device);
    await eventually(
      () => activeOf(user),
      ([one]) => one?.presses === 3,
    );
    await world.pass(0);
    expect(world.emergencySmsTo(numbers[0]!)).toHaveLength(2);
    expect(incident!.id).toBe((await activeOf(user))[0]!.id);
    device.cut();
  });

  test('a press locks incidents in the order of their ids, as the deletion of an account does [PANIC-06]', async () => {
    const { user, device } = await world.protectedUser();
    const ids: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await world.press(device);
      const { id } = await incidentOf(user);
      await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
      await world.pass(60);
      ids.push(id);
    }
    const [low, high] = ids.toSorted();
    await sql`
      update panic_incident set opened_at = opened_at + case when id = ${high} then interval '1 hour' else '0' end
      where id = any(${ids}::uuid[])`.execute(portal.test.database.sql);
    const held = await hold(portal, sql`select from panic_incident where id = ${low} for update`);
    const pressing = world.press(device);
    await waitingFor(portal, held.pid, 'devices events');
    expect(await held.rowsIn(sql`select from panic_incident where id = ${high} for update skip locked`)).toBe(1);
    await held.release();
    await pressing;
    device.cut();
  });

  test('a late press notifies with its age unless the closed incident holds it [PANIC-03] [PANIC-04]', async () => {
    const { user, device } = await world.protectedUser();
    const first = portal.clock.now().getTime();
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(120);
    await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    await world.pass(100);
    await device.say('event', { kind: 'panic', ts: first + 10_000 });
    await eventually(
      () => readAs(user, id),
      ({ presses }) => presses === 2,
    );
    expect(await activeOf(user)).toEqual([]);
    await device.say('event', { kind: 'panic', ts: first + 90_000 });
    expect((await incidentOf(user)).lateSec).toBe(130);
    device.cut();
  });

  test('a device without a clock and with lost counters calls for help again from another place [PANIC-06]', async () => {
    const { user, device } = await world.protectedUser();
    const panic = { boot: 1, seq: 0, ts: 0, kind: 'panic' };
    await device.say('event', { ...panic, lat: -33.1, lng: 151.1 });
    const { id } = await incidentOf(user);
    await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
    await world.pass(120);
    await device.say('event', { ...panic, lat: -33.2, lng: 151.2 });
    expect((await incidentOf(user)).positions).toMatchObject([{ lat: -33.2 }]);
    device.cut();
  });

  test('a fresh position is requested and attached with its age, and an old one is stale [PANIC-03]', async () => {
    const { user, device } = await world.protectedUser();
    await device.say('location', { lat: -33.8, lng: 151, ts: portal.clock.now().getTime() });
    await world.pass(600);
    await world.press(device);
    const { id } = await incidentOf(user);
    await world.pass(0);
    const before = await readAs(user, id);
    expect(before.positions).toMatchObject([{ lat: -33.8, isStale: true }]);
    const [command] = await eventually(
      () => device.commands(),
      (all) => all.length > 0,
    );
    await device.answer(command!, { success: true, location: { latitude: -33.84, longitude: 151.03, accuracyM: 8 } });
    const { positions, steps } = await eventually(
      () => readAs(user, id),
      (found) => found.positions?.length === 2,
    );
    expect(positions![0]).toMatchObject({ lat: -33.84, isStale: false, accuracyM: 8 });
    expect(steps.filter(({ kind }) => kind === 'position_received')).toMatchObject([
      { staleSec: expect.any(Number), movedM: null },
      { staleSec: null, accuracyM: 8 },
    ]);
    device.cut();
  });

  test('the free plan shows the press to the user and, without position, to installer and support [PANIC-03]', async () => {
    const user = await portal.person();
    const device = await assignedDevice(portal, installer, user);
    await world.press(device, { lat: -33.1, lng: 151.1 });
    const { id, positions, recipients, next } = await incidentOf(user);
    expect([positions!.length, recipients.length, next]).toEqual([1, 1, null]);
    expect((await readAs(installer, id)).positions).toBeNull();
    const { incidents } = await staff.api.call(listStaffIncidents, { query: { state: 'active', limit: 100 } });
    expect(incidents.map((each) => each.id)).toContain(id);
    await world.pass(120);
    expect((await readAs(installer, id)).you.isRinging).toBe(false);
    expect(world.mails.to(user.email).filter(({ subject }) => subject.includes('panic'))).toEqual([]);
    device.cut();
  });

  test('a device without a user notifies its installer and support at once [PANIC-09]', async () => {
    const device = await connectByHand(portal);
    await registerDevice(portal, device.serial, installer);
    await world.press(device);
    const found = await eventually(
      () => activeOf(installer),
      (all) => all.some(({ wearers }) => wearers.length === 0),
    );
    expect(found.find(({ wearers }) => wearers.length === 0)!.you.isRinging).toBe(true);
    device.cut();
  });

  test('strangers and other users learn nothing of an incident [PANIC-03] [T02]', async () => {
    const { user, device } = await world.protectedUser();
    const other = await portal.person({ premium: true });
    await world.press(device);
    const { id } = await incidentOf(user);
    expect(await activeOf(other)).toEqual([]);
    await expect(readAs(other, id)).rejects.toThrow(texts.notFound);
    await expect(other.api.call(takeIncident, { params: { id } })).rejects.toThrow(texts.notFound);
    device.cut();
  });

  test('every effect of a press is stored in the transaction of its acknowledgement [PANIC-06]', async () => {
    const { user, device } = await world.protectedUser();
    // All effects after the commit are rows, so a server that dies here loses no message.
    await world.press(device);
    const { rows } = await sql<{ jobs: number; waiting: number }>`
      select (select count(*)::int from job where name like 'panic.%' or name like 'mail.%') as jobs,
        (select count(*)::int from panic_delivery d join panic_recipient r on r.id = d.recipient_id
          join panic_incident_device i on i.incident_id = r.incident_id where i.user_id = ${user.id}) as waiting`.execute(
      portal.test.database.sql,
    );
    expect(rows[0]!.waiting).toBeGreaterThanOrEqual(4);
    expect(rows[0]!.jobs).toBeGreaterThanOrEqual(1);
    device.cut();
  });
});
