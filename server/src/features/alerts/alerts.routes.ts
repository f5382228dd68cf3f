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
import { route, type Route } from '#platform/http/route';
import type { AlertList } from './alerts.list.service.ts';
import type { AlertSettingsService } from './alerts.settings.service.ts';
import type { SendTest } from './delivery/alerts.test-message.service.ts';

export const alertsRoutes = (list: AlertList, settings: AlertSettingsService, sendTest: SendTest): Route[] => [
  route(listAlerts, ({ actor, query }) => list.list(actor, query)),
  route(readAlert, ({ actor, params }) => list.markRead(actor, params.id)),
  route(readAllAlerts, ({ actor, body }) => list.markAllRead(actor, body.upTo)),
  route(getAlertSettings, ({ actor }) => settings.get(actor)),
  route(saveAlertSettings, ({ actor, origin, body }) => settings.save(actor, origin, body)),
  route(addBrowser, ({ actor, origin, body }) => settings.addBrowser(actor, origin, body)),
  route(renewBrowser, ({ actor, origin, params, body }) => settings.renewBrowser(actor, origin, params.id, body)),
  route(removeBrowser, async ({ actor, origin, params }) => {
    await settings.removeBrowser(actor, origin, params.id);
    return done;
  }),
  route(leaveBrowser, async ({ actor, origin, body }) => {
    await settings.leaveBrowser(actor, origin, body);
    return done;
  }),
  route(sendTestAlert, ({ actor, origin }) => sendTest(actor, origin)),
];
