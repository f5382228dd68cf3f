import { listDevices } from '@trace/contract/devices/devices.api';
import { route, type Route } from '#platform/http/route';
import type { DevicesService } from './devices.service.ts';

export const devicesRoutes = (service: DevicesService): Route[] => [
  route(listDevices, ({ actor, query }) => service.list(actor, query.after, query.limit)),
];
