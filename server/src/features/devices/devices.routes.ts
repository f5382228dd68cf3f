import { listDevices } from '@trace/contract/devices/devices.api';
import { provisionCertificate } from '@trace/contract/devices/devices.registration.api';
import { route, type Route } from '#platform/http/route';
import type { DevicesService } from './devices.service.ts';

export const devicesRoutes = (service: DevicesService): Route[] => [
  route(listDevices, ({ actor, query }) => service.list(actor, query.after, query.limit)),
  route(provisionCertificate, async ({ actor, origin, body }) => {
    const issued = await service.provisionCertificate(actor, origin, body.serialNumber, body.csr);
    return { success: true as const, ...issued, expiresAt: issued.expiresAt.toISOString() };
  }),
];
