import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { route, type Route } from '#platform/http/route';
import type { ReplacementService } from './devices.replacement.service.ts';

export const replacementRoutes = (service: ReplacementService): Route[] => [
  route(replaceDevice, async ({ actor, origin, params, body }) => {
    const { setup } = await service.replace(actor, origin, params.serial, body);
    return { serialNumber: body.newSerialNumber, setup };
  }),
];
