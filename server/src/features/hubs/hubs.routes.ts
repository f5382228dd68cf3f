import { getHubService, listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import { route, type Route } from '#platform/http/route';
import type { HubsService } from './hubs.service.ts';

export const hubsRoutes = (service: HubsService): Route[] => [
  route(getHubService, async () => ({ isOn: service.isOn() })),
  route(signInToHubs, ({ actor, origin, body }) => {
    const serial = body.serialNumber ?? null;
    if ('credentials' in body)
      return service.signIn(actor, origin, {
        credentials: body.credentials,
        serial,
        fieldOf: (name) => `body.credentials.${name}`,
      });
    return service.signIn(actor, origin, { credentials: body, serial, fieldOf: (name) => `body.${name}` });
  }),
  route(listHubs, ({ actor, body }) => service.list(actor, { handle: body.sessionToken, userId: body.userId })),
];
