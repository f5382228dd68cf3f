import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { route, type Route } from '#platform/http/route';
import type { DeviceStatusService } from './device-status.service.ts';

export const deviceStatusRoutes = (service: DeviceStatusService): Route[] => [
  route(listStatuses, async ({ actor }) => ({ statuses: await service.list(actor) })),
];
