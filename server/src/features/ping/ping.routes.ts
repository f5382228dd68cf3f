import {
  cancelPing,
  getPing,
  getPingQuota,
  listOwnPings,
  listPings,
  listPingWaits,
  pingDevice,
} from '@trace/contract/ping/ping.api';
import { route, type Route } from '#platform/http/route';
import type { OwnPings } from './ping.own.service.ts';
import type { PingService } from './ping.service.ts';

export const pingRoutes = (service: PingService, own: OwnPings): Route[] => [
  route(pingDevice, ({ actor, origin, params, body, signal }) =>
    service.ping(actor, origin, { serial: params.serial, id: body.id, when: 'now' }, signal),
  ),
  route(cancelPing, ({ actor, origin, params }) => service.cancel(actor, origin, params.id)),
  route(getPing, ({ actor, params }) => service.outcomeOf(actor, params.id)),
  route(listPingWaits, ({ actor }) => service.waits(actor)),
  route(listPings, ({ actor, params }) => service.history(actor, params.serial)),
  route(listOwnPings, async ({ actor }) => ({ locations: await own.list(actor) })),
  route(getPingQuota, ({ actor }) => service.quota(actor)),
];
