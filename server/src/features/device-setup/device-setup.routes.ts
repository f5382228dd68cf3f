import {
  cancelSetup,
  getSetup,
  programDevice,
  reconfigureDevice,
  restoreSetup,
  retrySetup,
  unlinkHub,
} from '@trace/contract/device-setup/device-setup.api';
import { route, type Route } from '#platform/http/route';
import type { DeviceSetupService } from './device-setup.service.ts';

export const deviceSetupRoutes = (service: DeviceSetupService): Route[] => [
  route(getSetup, ({ actor, params }) => service.state(actor, params.serial)),
  route(reconfigureDevice, ({ actor, origin, params, body }) =>
    service.reconfigure(actor, origin, params.serial, body),
  ),
  route(unlinkHub, ({ actor, origin, params }) => service.unlinkHub(actor, origin, params.serial)),
  route(restoreSetup, ({ actor, origin, params }) => service.restore(actor, origin, params.serial)),
  route(retrySetup, ({ actor, origin, params }) => service.retry(actor, origin, params.serial)),
  route(cancelSetup, ({ actor, origin, params }) => service.cancel(actor, origin, params.serial)),
  route(programDevice, async ({ actor, origin, body: { serialNumber, ...config } }) => ({
    success: true as const,
    message: await service.configure(actor, origin, serialNumber, config),
  })),
];
