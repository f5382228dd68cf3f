// SCALE-06: a whole portal on a database that refuses every write.
import { getProfile } from '@trace/contract/accounts/accounts.api';
import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { ownDatabase, type OwnDatabase } from '#platform/devices/testing/own-database';
import { eventually } from '#testing/eventually';
import { assignedDevice, storedPositions } from '#testing/followed-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { fullDisk, readOnlyDatabase, type WriteOutage } from '#testing/write-outage';

const here = { lat: -33.8412, lng: 151.2103 };

describe.each([
  ['read_only', 'is read-only', readOnlyDatabase],
  ['disk_full', 'has no space left', fullDisk],
])('%s', (problem, condition, outageOf) => {
  let own: OwnDatabase;
  let portal: Portal;
  let installer: SignedIn;
  let user: SignedIn;
  let outage: WriteOutage;
  let isOver = true;

  beforeAll(async () => {
    own = await ownDatabase();
    portal = await startPortal({}, undefined, undefined, { test: own.test });
    outage = outageOf(own.test.url);
    installer = await portal.person({ role: 'installer' });
    user = await portal.person();
  });

  afterEach(() => (isOver ? undefined : end()));
  afterAll(() => portal.stop());

  async function begin(): Promise<void> {
    isOver = false;
    await outage.begin();
  }

  async function end(): Promise<void> {
    isOver = true;
    await outage.end();
    await portal.clock.advance(2_000);
  }

  const rename = (firstName: string) =>
    rawCall(portal, { method: 'PATCH', path: '/api/account', person: user, body: { firstName } });
  const ready = async () => {
    const { status, json } = await rawCall(portal, { path: '/readyz' });
    return { status, writes: (json as { writes: string }).writes };
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await rawCall(portal, { path: '/metrics' });
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );
  };

  test(`answers writes with 503 and goes on reading when the database ${condition} [SCALE-06]`, async () => {
    await begin();
    const refused = await rename('Nobody');
    expect(refused.status).toBe(503);
    expect(refusalIn(refused)).toMatchObject({ code: 'unavailable', retryAfterSec: 5 });
    expect(refusalIn(refused).message).toContain('Nothing can be saved right now');
    expect(refused.headers.get('retry-after')).toBe('5');
    const signIn = { email: user.email, password: 'Harbour-2026-bridge' };
    const entry = await rawCall(portal, { method: 'POST', path: '/api/auth/sign-in', body: signIn });
    expect([entry.status, refusalIn(entry).code]).toEqual([503, 'unavailable']);
    // The session is so old that a request notes the time, which fails here.
    await portal.clock.advance(3 * 60_000);
    expect((await user.api.call(listDevices, { query: { limit: 10 } })).devices).toEqual([]);
    await end();
    expect((await rename('Ada')).status).toBe(200);
    expect((await user.api.call(getProfile, {})).firstName).toBe('Ada');
  });

  test(`lists devices that the user has not seen when the database ${condition} [SCALE-06]`, async () => {
    const device = await assignedDevice(portal, installer, user);
    await sql`update device_assignment set is_unseen = true`.execute(portal.test.database.sql);
    await begin();
    const listed = async () => (await user.api.call(listDevices, { query: { limit: 10 } })).devices.length;
    expect(await listed()).toBe(1);
    await end();
    expect(await listed()).toBe(1);
    const { rows } = await sql<{ isUnseen: boolean }>`
      select is_unseen from device_assignment where ended_at is null`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ isUnseen: false }]);
    device.cut();
  });

  test(`shows the device table to an assigned installer who has not seen it when the database ${condition} [SCALE-06]`, async () => {
    const assignee = await portal.person({ role: 'installer' });
    const device = await assignedDevice(portal, installer, assignee);
    const { serial } = device;
    const executor = portal.test.database.sql;
    await sql`update device_assignment set is_unseen = true where account_id = ${assignee.id}`.execute(executor);
    await sql`update device_list set assignment = assignment where account_id = ${assignee.id}`.execute(executor);
    const listed = async () => {
      const query = { sort: 'name', limit: 10, search: serial } as const;
      return (await assignee.api.call(listDeviceTable, { query })).devices.map((row) => row.assignment);
    };
    await begin();
    expect(await listed()).toEqual(['waiting']);
    await end();
    await listed();
    expect(await listed()).toEqual(['assigned']);
    device.cut();
  });

  test(`is not ready and shows why when the database ${condition}, and heals by itself [SCALE-06]`, async () => {
    expect(await ready()).toEqual({ status: 200, writes: 'ok' });
    expect(await metric('trace_database_writable')).toBe(1);
    expect(await metric('trace_data_disk_bytes{kind="free"}')).toBeGreaterThan(0);
    const refusedBefore = await metric(`trace_writes_refused_total{problem="${problem}"}`);
    await begin();
    // Noticed by the probe alone.
    await portal.clock.advance(10_000);
    expect(await ready()).toEqual({ status: 503, writes: problem });
    expect(await metric('trace_database_writable')).toBe(0);
    await rename('Nobody');
    expect(await metric(`trace_writes_refused_total{problem="${problem}"}`)).toBe((refusedBefore || 0) + 1);
    const { services } = await installer.api.call(getOverview, {});
    expect(services).toEqual({
      registration: 'unavailable',
      configuration: 'unavailable',
      assignment: 'unavailable',
      monitoring: 'limited',
    });
    await end();
    expect(await ready()).toEqual({ status: 200, writes: 'ok' });
    expect(await metric('trace_database_writable')).toBe(1);
  });

  test(`is not ready at once when a request finds that the database ${condition} [SCALE-06]`, async () => {
    await begin();
    await rename('Nobody');
    expect(await ready()).toEqual({ status: 503, writes: problem });
  });

  test(`acknowledges no device message while the database ${condition}, and stores each once later [SCALE-06]`, async () => {
    const device = await assignedDevice(portal, installer, user);
    await device.say('location', { ...here, ts: portal.clock.now().getTime() });
    await begin();
    let isAcknowledged = false;
    const failedBefore = portal.logged().filter((line) => line.includes('Storing device messages failed')).length;
    const said = device.say('location', { ...here, ts: portal.clock.now().getTime() }).then(() => {
      isAcknowledged = true;
    });
    await eventually(
      () => portal.logged().filter((line) => line.includes('Storing device messages failed')).length,
      (count) => count > failedBefore,
    );
    await portal.clock.advance(1_000);
    expect([isAcknowledged, device.isClosed()]).toEqual([false, false]);
    await end();
    await said;
    expect((await storedPositions(portal, device.serial)).map(({ seq }) => seq)).toEqual([1, 2]);
    device.cut();
  });
});
