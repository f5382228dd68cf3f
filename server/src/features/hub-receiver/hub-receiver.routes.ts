import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { route, type Route } from '#platform/http/route';
import type { HubReceiverSettings } from './settings/hub-receiver.settings.service.ts';

export const hubReceiverRoutes = (settings: HubReceiverSettings): Route[] => [
  route(getHubReporting, ({ actor, params }) => settings.state(actor, params.serial)),
  route(saveHubReporting, ({ actor, origin, params, body }) => settings.save(actor, origin, params.serial, body)),
  route(removeHubReporting, ({ actor, origin, params }) => settings.remove(actor, origin, params.serial)),
];
