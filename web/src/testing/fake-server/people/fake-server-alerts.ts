import { done } from '@trace/contract/kernel/endpoint';
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
import { fingerprintOf } from '#lib/fingerprint.ts';
import { alertKinds, alertRules, usualChoices } from '@trace/contract/alerts/alerts.rules';
import type { Alert, Unread } from '@trace/contract/alerts/alerts.schema';
import type { AlertSettings, NewBrowser, PushBrowser, TestResult } from '@trace/contract/alerts/alerts.settings.schema';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import { serveNotifications } from './fake-server-notifications.ts';
import { ago } from '../devices/fake-server-status.ts';
import { refuse, type FakeServer } from '../fake-server.ts';

export interface AlertsWorld {
  alerts: Alert[];
  /** Messages of support in the same bell. */
  notifications: SentNotification[];
  settings: AlertSettings;
  test: TestResult;
}

export const noAlerts = (): AlertsWorld => ({
  alerts: [],
  notifications: [],
  settings: {
    choices: usualChoices('user'),
    quietHours: null,
    timeZone: 'Australia/Sydney',
    push: { publicKey: `B${'A'.repeat(86)}`, browsers: [] },
  },
  test: { portal: 'sent', email: 'queued', push: 'no_browser' },
});

export function anAlert(kind: Alert['kind'], minutes: number, change: Partial<Alert> = {}): Alert {
  return {
    id: crypto.randomUUID(),
    kind,
    device: kind === 'test' ? null : { serialNumber: 'Trace_4F21', name: 'Work ute' },
    startedAt: ago(minutes),
    endedAt: null,
    readAt: null,
    deliveries: [],
    ...change,
  };
}

/** Answers like the server, from `world`. A page has as many entries as requested. */
export function serveAlerts(server: FakeServer, world: AlertsWorld): void {
  serveNotifications(server, world);
  const unread = (): Unread => {
    const { length } = world.alerts.filter(({ readAt }) => readAt === null);
    const most = alertRules.unreadCounted;
    return { unread: Math.min(length, most), isMoreUnread: length > most };
  };
  const read = (isMeant: (alert: Alert) => boolean) => {
    world.alerts = world.alerts.map((alert) => (isMeant(alert) ? { ...alert, readAt: ago(0) } : alert));
    return unread();
  };
  server.on(listAlerts, ({ query: { after = '0', limit } }) => {
    const end = Number(after) + limit;
    const next = end < world.alerts.length ? String(end) : null;
    return { alerts: world.alerts.slice(Number(after), end), next, ...unread() };
  });
  server.on(readAlert, ({ params }) => read(({ id }) => id === params.id));
  server.on(readAllAlerts, ({ body }) => {
    const shown = world.alerts.findIndex(({ id }) => id === body.upTo);
    const ids = new Set(world.alerts.slice(shown).map(({ id }) => id));
    return shown < 0 ? refuse('not_found') : read(({ id }) => ids.has(id));
  });
  server.on(getAlertSettings, () => world.settings);
  server.on(saveAlertSettings, ({ body }) => {
    const before = world.settings.choices;
    const choices = Object.fromEntries(
      alertKinds.map((kind) => [kind, { ...before[kind], ...body.choices?.[kind] }]),
    ) as AlertSettings['choices'];
    const { quietHours = world.settings.quietHours } = body;
    world.settings = { ...world.settings, choices, quietHours };
    return world.settings;
  });
  const keep = async (others: readonly PushBrowser[], id: string, { name, endpoint }: NewBrowser) => {
    const fingerprint = await fingerprintOf(endpoint);
    const browser = { id, name, fingerprint, addedAt: ago(0), lastSentAt: null, isPaused: false };
    world.settings.push = { ...world.settings.push, browsers: [...others, browser] };
    return browser;
  };
  server.on(addBrowser, ({ body }) => keep(world.settings.push.browsers, crypto.randomUUID(), body));
  server.on(renewBrowser, ({ params, body }) => {
    const others = world.settings.push.browsers.filter(({ id }) => id !== params.id);
    const isKnown = others.length < world.settings.push.browsers.length;
    return isKnown ? keep(others, params.id, body) : refuse('not_found');
  });
  server.on(removeBrowser, ({ params }) => {
    const browsers = world.settings.push.browsers.filter(({ id }) => id !== params.id);
    world.settings.push = { ...world.settings.push, browsers };
    return done;
  });
  server.on(leaveBrowser, () => done);
  server.on(sendTestAlert, () => world.test);
}
