import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import { route, type Route } from '#platform/http/route';
import type { StaffHealth } from './device-health.staff.service.ts';

export const deviceHealthRoutes = (staff: StaffHealth): Route[] => [
  route(listDeviceHealth, ({ query }) => staff.list(query)),
];
