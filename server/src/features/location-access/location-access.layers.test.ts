// Two statements each refuse positions under a grant that is over. Together they hide the loss of either one, so each
// has a test of its own. No sweep runs here: `ended_at` stays empty.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import type { Portal, SignedIn } from '#testing/portal';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { age, grantAccess, keepTime, startPortalNow } from '#testing/worlds/location-access-world';
import { insertAccessLogEntries } from './location-access.access-log.store.ts';
import { listRunning, lockRunning } from './location-access.store.ts';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;
let deviceId: number;
let grantId: string;

beforeAll(async () => {
  portal = await startPortalNow();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
});
afterAll(() => portal.stop());

beforeEach(async () => {
  keepTime(portal);
  device = await assignedDevice(portal, installer, user);
  grantId = await grantAccess(portal, installer, user, device.serial);
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  deviceId = rows[0]!.id;
  device.cut();
});

async function endedAt(): Promise<Date | null> {
  const { rows } = await sql<{ endedAt: Date | null }>`
    select ended_at from location_access where id = ${grantId}`.execute(portal.test.database.sql);
  return rows[0]!.endedAt;
}

test('no statement finds an expired grant before the sweep has ended the grant [LOCREQ-03] [I-08]', async () => {
  const { sql: executor } = portal.test.database;
  const found = async () => [
    (await listRunning(executor, [installer.id], [deviceId])).length,
    (await lockRunning(executor, installer.id, deviceId))?.id ?? null,
  ];
  expect(await found()).toEqual([1, grantId]);
  await age(portal, grantId, 5 * MINUTE_MS);
  expect(await endedAt()).toBeNull();
  expect(await found()).toEqual([0, null]);
});

test('the access log takes no entry under an expired grant before the sweep [LOCREQ-04] [I-08]', async () => {
  const view = {
    viewerId: installer.id,
    deviceId,
    what: 'live',
    right: 'grant',
    grantId,
    positions: 1,
  } as const;
  const write = () => insertAccessLogEntries(portal.test.database.sql, [view]);
  expect((await write()).places).toEqual([0]);
  await age(portal, grantId, 5 * MINUTE_MS);
  expect(await endedAt()).toBeNull();
  expect(await write()).toEqual({ places: [], begunUnder: [], begunBySupport: [] });
});
