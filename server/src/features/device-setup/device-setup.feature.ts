// Hub and SIM settings of a device, and programming until the device reports working with these settings.
// Serves the person registering a device, the device's user and the installer. Secrets are sealed and are sent only to
// the device.
// Rows HUB-02..08, REG-06, T08.
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceHooksPort } from '#features/devices/devices.port';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Secrets } from '#platform/secrets/secrets';
import { pushDurably } from '#platform/stream/durable-event';
import { deviceSetupHandlers } from './device-setup.device.ts';
import { setupChanged } from './device-setup.events.ts';
import { deviceSetupPersonData } from './device-setup.person-data.service.ts';
import type { DeviceSetupPort } from './device-setup.port.ts';
import { createProgramming } from './device-setup.programming.service.ts';
import { deviceSetupRoutes } from './device-setup.routes.ts';
import { createDeviceSetupService, type SetupDependencies } from './device-setup.service.ts';
import { createPublisher } from './device-setup.publish.service.ts';
import { isAnyDue } from './device-setup.store.ts';

const LOOK_EVERY_MS = 5 * SECOND_MS;

export interface DeviceSetupFeatureDependencies extends SetupDependencies {
  deviceHooks: Pick<DeviceHooksPort, 'onRegister' | 'onReplace' | 'onUnassign'>;
  jobs: Jobs;
  secrets: Secrets;
}

export function createDeviceSetupFeature(
  dependencies: DeviceSetupFeatureDependencies,
): Feature & { readonly port: DeviceSetupPort } {
  const { commands, deviceHooks, hubs, jobs } = dependencies;
  const publisher = createPublisher(dependencies);
  const programming = createProgramming({ ...dependencies, publish: publisher.onPages });
  const service = createDeviceSetupService(dependencies, { programming, publisher });
  deviceHooks.onRegister(service.prepare);
  deviceHooks.onReplace(service.move);
  deviceHooks.onUnassign(service.release);
  commands.onFinished('setup', programming.onFinished);
  commands.onSending('setup', programming.onSending);
  hubs.onBroken(async (tx, broken) => {
    const device = await service.deviceOf(tx, broken.deviceId);
    if (device !== null) await publisher.onPages(tx, device);
  });
  jobs.schedule('device-setup.program', LOOK_EVERY_MS, programming.lookAgain, isAnyDue);
  jobs.schedule('device-setup.sweep', MINUTE_MS, service.sweep);
  return {
    name: 'device-setup',
    port: service,
    routes: deviceSetupRoutes(service),
    deviceHandlers: deviceSetupHandlers(programming),
    durableEvents: [pushDurably(setupChangedEvent, setupChanged, service.presentChanged)],
    personData: deviceSetupPersonData(dependencies),
    after: { deviceHandlers: ['device-commands'] },
  };
}
