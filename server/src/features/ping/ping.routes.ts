import { cancelPing, getPingQuota, listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { route, type Route } from '#platform/http/route';
import type { PingService } from './ping.service.ts';

export const pingRoutes = (service: PingService): Route[] => [
  route(pingDevice, ({ actor, origin, params, body, signal }) =>
    service.ping(actor, origin, params.serial, body.id, signal),
  ),
  route(cancelPing, ({ actor, origin, params }) => service.cancel(actor, origin, params.id)),
  route(listPings, ({ actor, params }) => service.history(actor, params.serial)),
  route(getPingQuota, ({ actor }) => service.quota(actor)),
];
