import { randomUUID } from 'node:crypto';
import { readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RelationTo } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { listOf } from '#testing/worlds/alerts-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { createAlertList } from './alerts.list.service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/**
 * Creates `count` silent devices of an installer, each with an alert in the list. Returns the alert ids in the order of
 * the list.
 */
async function silentDevices({ id }: SignedIn, count: number): Promise<string[]> {
  const { rows } = await sql<{ alertId: string }>`
    with device as (
      insert into device (serial, registered_by, registered_at)
      select 'Trace_' || replace(gen_random_uuid()::text, '-', ''), ${id}, now() from generate_series(1, ${count})
      returning id, serial
    ), alert as (
      insert into alert (id, device_id, serial, kind, started_at, created_at, noted_at)
      select gen_random_uuid(), id, serial, 'silent', now(), now(), now() from device returning id, device_id
    ), delivery as (
      insert into alert_delivery (id, alert_id, device_id, account_id, channel, state, due_at)
      select gen_random_uuid(), id, device_id, ${id}, 'portal', 'sent', now() from alert returning number, alert_id
    )
    select alert_id from delivery order by number desc`.execute(portal.test.database.sql);
  return rows.map(({ alertId }) => alertId);
}

/** Moves the devices of these alerts to another installer. */
async function giveAway(alertIds: readonly string[], to: SignedIn): Promise<void> {
  await sql`update device set registered_by = ${to.id} from alert
    where alert.device_id = device.id and alert.id = any(${[...alertIds]}::uuid[])`.execute(portal.test.database.sql);
}

const most = alertRules.unreadCounted;

test('counts unread alerts up to 99, reports whether more exist, and skips devices without access [ALRT-01]', async () => {
  const [installer, other] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const ids = await silentDevices(installer, most + 41);
  const unreadOf = async () => {
    const { unread, isMoreUnread } = await listOf(installer);
    return { unread, isMoreUnread };
  };
  expect(await unreadOf()).toEqual({ unread: most, isMoreUnread: true });

  // The newest 40 alerts are no longer visible. Behind these are 100 unread alerts, and 99 after the next read.
  await giveAway(ids.slice(0, 40), other);
  expect(await unreadOf()).toEqual({ unread: most, isMoreUnread: true });
  const read = (id: string) => installer.api.call(readAlert, { params: { id } });
  expect(await read(ids[40]!)).toEqual({ unread: most, isMoreUnread: false });
  expect(await unreadOf()).toEqual({ unread: most, isMoreUnread: false });
  expect(await read(ids[41]!)).toEqual({ unread: most - 1, isMoreUnread: false });

  const readUpTo = (upTo: string) => installer.api.call(readAllAlerts, { body: { upTo } });
  expect(await readUpTo(ids[50]!)).toEqual({ unread: 8, isMoreUnread: false });
  expect(await readUpTo(ids[42]!)).toEqual({ unread: 0, isMoreUnread: false });
  const more = await silentDevices(installer, most + 3);
  expect(await read(more[0]!)).toEqual({ unread: most, isMoreUnread: true });
  expect(await readUpTo(more[most + 2]!)).toEqual({ unread: most, isMoreUnread: true });
});

test('refuses to mark an alert outside of the list, and names the alert [ALRT-01]', async () => {
  const [installer, other] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const [id] = await silentDevices(other, 1);
  for (const missing of [id!, randomUUID()])
    await expect(installer.api.call(readAlert, { params: { id: missing } })).rejects.toMatchObject({
      status: 404,
      message: texts.notFound,
    });
});

/**
 * A list over the same database that counts the rows and devices read. `isTheirs`: whether the user has a relation to
 * the device.
 */
function watchedList(isTheirs: (deviceId: number) => boolean) {
  const read = { rows: 0, devices: 0 };
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.rows += result.rows.length;
      return result;
    },
  };
  const { database } = portal.test;
  const list = createAlertList({
    database: { ...database, sql: database.sql.withPlugin(counter) },
    clock: portal.clock,
    mail: { statesOf: async () => new Map(), isConfigured: () => true },
    devices: {
      relationsOf: async (ids, [accountId]) => {
        read.devices += ids.length;
        return ids.filter(isTheirs).map((deviceId) => ({ ...aRelation, deviceId, accountId: accountId! }));
      },
    },
  });
  return { list, read };
}

const aRelation: Omit<RelationTo, 'deviceId' | 'accountId'> = {
  serial: 'Trace_4F21',
  name: 'Work ute',
  relation: 'installer_assigned',
  since: new Date(0),
  isInUse: true,
};

test('reads a bounded number of rows for any number of alerts, and reports possible further alerts [ALRT-01]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const actor = { accountId: installer.id, role: 'installer' } as Actor;
  await silentDevices(installer, 3);
  await silentDevices(installer, 5_000);
  const ids = await silentDevices(installer, 2);
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from alert_delivery where account_id = ${installer.id} order by number`.execute(
    portal.test.database.sql,
  );
  const own = rows.map(({ deviceId }) => deviceId);
  const page = { limit: alertRules.pageSize };

  const all = watchedList(() => true);
  const first = await all.list.list(actor, page);
  expect(first).toMatchObject({ unread: most, isMoreUnread: true });
  expect(first.alerts).toHaveLength(page.limit);
  expect(all.read.devices).toBeLessThanOrEqual(page.limit + most + 1);
  expect(all.read.rows).toBeLessThanOrEqual(page.limit + 1 + most + 2);

  const theirs = new Set([...own.slice(0, 3), ...own.slice(-2)]);
  const few = watchedList((id) => theirs.has(id));
  const newest = await few.list.list(actor, page);
  expect(newest.alerts.map(({ id }) => id)).toEqual(ids);
  expect(newest).toMatchObject({ unread: 2, isMoreUnread: true });
  expect(few.read.devices).toBeLessThanOrEqual(31 * (page.limit + most + 1));
  expect(few.read.rows).toBeLessThanOrEqual(31 * (page.limit + most + 1) + 10);
  // Paging further reaches the other visible alerts.
  const found: string[] = [];
  for (let after = newest.next; after !== null;) {
    const { alerts, next } = await few.list.list(actor, { ...page, after });
    found.push(...alerts.map(({ id }) => id));
    after = next;
  }
  expect(found).toHaveLength(3);

  // The access check for a single alert and for all alerts also stays within the bound.
  const none = watchedList(() => false);
  await expect(none.list.markRead(actor, ids[0]!)).rejects.toMatchObject({ code: 'not_found' });
  expect(none.read.devices).toBe(1);
  expect(await none.list.markAllRead(actor, randomUUID()).catch(({ code }: { code: string }) => code)).toBe(
    'not_found',
  );
  expect(await all.list.markAllRead(actor, ids[0]!)).toEqual({ unread: 0, isMoreUnread: false });
});
