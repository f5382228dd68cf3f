import { randomUUID } from 'node:crypto';
import { listAlerts, readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import {
  addBrowser,
  getAlertSettings,
  leaveBrowser,
  removeBrowser,
  renewBrowser,
  saveAlertSettings,
  sendTestAlert,
} from '@trace/contract/alerts/alerts.settings.api';
import { usualChoices } from '@trace/contract/alerts/alerts.rules';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import type { Row } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

/** Keys as a browser generates them. The push service is never called. */
export const newBrowser = (endpoint = `https://8.8.8.8/${randomUUID()}`) => ({
  endpoint,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  name: 'Chrome on Android',
});

/** Stages an alert of the device in the caller's list, whether or not the caller has a relation to the device. */
async function stageAlert(portal: Portal, person: SignedIn | undefined, serial: string): Promise<{ thingId: string }> {
  const id = randomUUID();
  const now = portal.clock.now();
  await sql`
    insert into alert (id, device_id, serial, kind, started_at, created_at)
    select ${id}, id, serial, 'tamper', ${now}, ${now} from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  if (person !== undefined)
    await sql`
      insert into alert_delivery (id, alert_id, device_id, account_id, channel, state, due_at)
      select ${randomUUID()}, id, device_id, ${person.id}, 'portal', 'sent', ${now} from alert where id = ${id}`.execute(
      portal.test.database.sql,
    );
  return { thingId: id };
}

const stageBrowser = async (_portal: Portal, { api }: SignedIn): Promise<{ thingId: string }> => ({
  thingId: (await api.call(addBrowser, { body: newBrowser() })).id,
});

/**
 * Stages a test alert in the caller's list. The alert is an hour old, so that it does not count toward the limit on
 * test alerts.
 */
async function stageTest({ clock, test }: Portal, { id }: SignedIn): Promise<{ thingId: string }> {
  const thingId = randomUUID();
  const now = new Date(clock.now().getTime() - HOUR_MS);
  await sql`
    with test as (
      insert into alert (id, kind, started_at, ended_at, created_at) values (${thingId}, 'test', ${now}, ${now}, ${now}))
    insert into alert_delivery (id, alert_id, account_id, channel, state, due_at)
    values (${randomUUID()}, ${thingId}, ${id}, 'portal', 'sent', ${now})`.execute(test.database.sql);
  return { thingId };
}

// By analogy to notifications: each reads and chooses for themselves; staff have the back-office.
export const alertsRows: readonly Row[] = [
  { endpoint: listAlerts, cells: 'uAAAAAAAAAAf', call: () => ({}) },
  // Only the device's user and its installer get the alert, not the whole company.
  {
    endpoint: readAlert,
    cells: 'unAAnAAAnnnf',
    call: ({ thingId, viewerId }) => ({ params: { id: thingId ?? viewerId } }),
    stage: stageAlert,
  },
  {
    endpoint: readAllAlerts,
    cells: 'uAAAAAAAAAAf',
    call: ({ thingId, viewerId }) => ({ body: { upTo: thingId ?? viewerId } }),
    prepare: stageTest,
  },
  { endpoint: getAlertSettings, cells: 'uAAAAAAAAAAf', call: () => ({}) },
  {
    endpoint: saveAlertSettings,
    cells: 'uAAAAAAAAAAf',
    call: () => ({ body: { choices: usualChoices('user'), quietHours: { from: '22:00', to: '07:00' } } }),
    audit: 'alerts.saveSettings',
  },
  { endpoint: addBrowser, cells: 'uAAAAAAAAAAf', call: () => ({ body: newBrowser() }), audit: 'alerts.addBrowser' },
  {
    endpoint: renewBrowser,
    cells: 'uAAAAAAAAAAf',
    call: ({ thingId, viewerId }) => ({ params: { id: thingId ?? viewerId }, body: newBrowser() }),
    prepare: stageBrowser,
    audit: 'alerts.renewBrowser',
  },
  {
    endpoint: removeBrowser,
    cells: 'uAAAAAAAAAAf',
    call: ({ thingId, viewerId }) => ({ params: { id: thingId ?? viewerId } }),
    prepare: stageBrowser,
    audit: 'alerts.removeBrowser',
  },
  {
    // The caller uses a browser that another user subscribed.
    endpoint: leaveBrowser,
    cells: 'uAAAAAAAAAAA',
    call: ({ thingId }) => {
      const { endpoint, keys } = newBrowser(thingId);
      return { body: { endpoint, keys } };
    },
    prepare: async (portal) => {
      const body = newBrowser();
      await (await portal.person()).api.call(addBrowser, { body });
      return { thingId: body.endpoint };
    },
    audit: 'alerts.leaveBrowser',
  },
  { endpoint: sendTestAlert, cells: 'uAAAAAAAAAAf', call: () => ({}), audit: 'alerts.test' },
];
