import { done } from '@trace/contract/kernel/endpoint';
import { deleteDeviceToken, makeDeviceToken } from '@trace/contract/firmware/staff/firmware.staff.api';
import { route, type Route } from '#platform/http/route';
import type { Tokens } from './firmware.tokens.service.ts';

export function tokenRoutes(tokens: Tokens): Route[] {
  return [
    route(makeDeviceToken, ({ actor, origin, params }) => tokens.make({ actor, origin, serial: params.serial })),
    route(deleteDeviceToken, async ({ actor, origin, params }) => {
      await tokens.end({ actor, origin, serial: params.serial });
      return done;
    }),
  ];
}
