import {
  bringDevicesToCompany,
  countOwnDevicesOutside,
  handOverDevices,
  listCompanyInstallers,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { route, type Route } from '#platform/http/route';
import type { ReassignmentService } from './devices.reassignment.service.ts';

export const handoverRoutes = (handovers: ReassignmentService): Route[] => [
  route(listCompanyInstallers, async ({ actor, params }) => ({
    installers: await handovers.installers(actor, params.id),
  })),
  route(handOverDevices, async ({ actor, origin, params, body }) => ({
    devices: await handovers.handOver(actor, origin, params.id, { from: body.fromPersonId, to: body.toPersonId }),
  })),
  route(countOwnDevicesOutside, async ({ actor, params }) => ({
    devices: await handovers.countOutside(actor, params.id),
  })),
  route(bringDevicesToCompany, async ({ actor, origin, params }) => ({
    devices: await handovers.bring(actor, origin, params.id),
  })),
];
