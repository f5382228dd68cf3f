import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { route, type Route } from '#platform/http/route';
import type { StatusFunction } from './device-status.function.service.ts';
import type { DeviceStatusService } from './device-status.service.ts';

export const deviceStatusRoutes = (service: DeviceStatusService, statusFunction: StatusFunction): Route[] => [
  route(listStatuses, async ({ actor }) => ({ statuses: await service.list(actor) })),
  route(deviceStatusFunction, ({ actor, origin, body }) => statusFunction.answer(actor, origin, body)),
];
