import { randomUUID } from 'node:crypto';
import type { ApiError } from '@trace/contract/kernel/client';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Executor } from '#platform/db/database';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { answer, ask, grantAccess, startPortalNow } from '#testing/worlds/location-access-world';
import type { Portal, SignedIn } from '#testing/portal';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;

beforeAll(async () => {
  portal = await startPortalNow();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
});
beforeEach(async () => {
  device = await assignedDevice(portal, installer, undefined);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: ApiError) => error.refusal!.code,
  );
const ping = (person: SignedIn) =>
  codeOf(person.api.call(pingDevice, { params: { serial: device.serial }, body: { id: randomUUID() } }));
const follow = (person: SignedIn) =>
  codeOf(person.api.call(startLive, { params: { serial: device.serial }, body: { viewerId: randomUUID() } }));

/**
 * Makes a change in a transaction that stays open until another connection waits for the transaction. Returns the
 * outcome of the waiting call.
 */
async function whileChanging(change: (tx: Executor) => Promise<unknown>, call: () => Promise<string>): Promise<string> {
  const { database } = portal.test;
  return database
    .transaction(async (tx) => {
      await change(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const called = call();
      await eventually(
        async () =>
          (
            await sql`select from pg_stat_activity where ${rows[0]!.pid} = any(pg_blocking_pids(pid))`.execute(
              database.sql,
            )
          ).rows.length,
        (waiting) => waiting > 0,
      );
      return { called };
    })
    .then(({ called }) => called);
}

const endAssignmentIn = (tx: Executor): Promise<unknown> =>
  sql`
    update device_assignment set ended_at = ${portal.clock.now()}
    where ended_at is null and device_id = (select id from device where serial = ${device.serial})`.execute(tx);

describe('access is decided in the transaction that stores the command [T07]', () => {
  test.each([
    ['pings', ping],
    ['follows', follow],
  ])('sends no command when a user %s while the assignment ends [LOCREQ-03] [T07]', async (_what, call) => {
    await assignDevice(portal, device.serial, installer, user);
    expect(await whileChanging(endAssignmentIn, () => call(user))).toBe('not_found');
    expect(device.commands()).toEqual([]);
  });

  test.each([
    ['pings', ping],
    ['follows', follow],
  ])('sends no command when an installer %s while the grant ends [LOCREQ-03] [T07]', async (_what, call) => {
    await assignDevice(portal, device.serial, installer, user);
    const id = await grantAccess(portal, installer, user, device.serial);
    const end = (tx: Executor) =>
      sql`update location_access set ended_at = now(), ended_as = 'ended' where id = ${id}`.execute(tx);
    expect(await whileChanging(end, () => call(installer))).toBe('grant_required');
    expect(device.commands()).toEqual([]);
  });

  test.each([
    ['pings', ping],
    ['follows', follow],
  ])('sends no command when an installer %s while the device gets a user [LOCREQ-03] [T07]', async (_what, call) => {
    // Locks the device, as a real assignment does.
    const assign = async (tx: Executor) => {
      await sql`select from device where serial = ${device.serial} for no key update`.execute(tx);
      await sql`
        insert into device_assignment (device_id, account_id, assigned_by, assigned_at)
        select id, ${user.id}, ${installer.id}, ${portal.clock.now()} from device where serial = ${device.serial}`.execute(
        tx,
      );
    };
    expect(await whileChanging(assign, () => call(installer))).toBe('grant_required');
    expect(device.commands()).toEqual([]);
  });

  test.each([
    ['pings over the free day', ping, 'daily_ping_limit'],
    ['follows', follow, 'premium_required'],
  ])('sends no command when a user %s while premium ends [PING-04] [T07]', async (_what, call, code) => {
    const subscriber = await portal.person({ premium: true });
    await assignDevice(portal, device.serial, installer, subscriber);
    await sql`
      insert into ping_quota (account_id, day_no, time_zone, ends_at, used)
      values (${subscriber.id}, 1, 'Australia/Sydney', ${new Date(Date.now() + 86_400_000)}, 30)`.execute(
      portal.test.database.sql,
    );
    const end = (tx: Executor) =>
      sql`update subscription set granted_until = now() - interval '1 hour' where account_id = ${subscriber.id}`.execute(
        tx,
      );
    expect(await whileChanging(end, () => call(subscriber))).toBe(code);
    expect(device.commands()).toEqual([]);
  });
});

test('gives no grant when the user answers while the assignment ends [LOCREQ-02] [T06]', async () => {
  await assignDevice(portal, device.serial, installer, user);
  const id = await ask(installer, device.serial);
  expect(await whileChanging(endAssignmentIn, () => codeOf(answer(user, id)))).toBe('not_found');
});

test('a new request and a concurrent approval never leave a request beside a grant [LOCREQ-01] [LOCREQ-02]', async () => {
  await assignDevice(portal, device.serial, installer, user);
  for (let round = 0; round < 5; round += 1) {
    const id = await ask(installer, device.serial);
    await Promise.all([answer(user, id), ...Array.from({ length: 5 }, () => codeOf(ask(installer, device.serial)))]);
    const { rows } = await sql<{ pending: number }>`
      select count(*)::int as pending from location_access
      where status = 'pending' and serial = ${device.serial}`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ pending: 0 }]);
    await sql`delete from location_access`.execute(portal.test.database.sql);
  }
});
