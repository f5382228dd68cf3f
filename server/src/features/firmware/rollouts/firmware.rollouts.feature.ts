import { Counter, type Registry } from 'prom-client';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { NotificationsPort } from '#features/notifications/notifications.port';
import type { OpenIncidentsPort } from '#features/panic/panic.port';
import type { PeoplePort } from '#features/people/people.port';
import type { DeviceMotionPort } from '#features/tracking/tracking.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets/secrets';
import type { Addresses } from '../delivery/firmware.address.service.ts';
import type { UpdatePublisher } from '../people/firmware.publish.service.ts';
import { releases } from '../releases/firmware.releases.service.ts';
import { createDeviceUpdates } from '../updates/firmware.device-updates.service.ts';
import { firmwareHandlers } from '../updates/firmware.device.ts';
import { createOffers } from '../updates/firmware.offers.service.ts';
import { createProgress } from '../updates/firmware.progress.service.ts';
import { takeRefusals } from '../updates/firmware.replies.service.ts';
import type { Patience } from '../updates/firmware.state.rules.ts';
import { createEmergencies } from './firmware.emergencies.service.ts';
import { createEngine } from './firmware.engine.service.ts';
import { createGuards } from './firmware.guards.service.ts';
import { createHalts } from './firmware.halts.service.ts';
import { createMembers } from './firmware.members.service.ts';
import { rolloutsRoutes } from './firmware.rollouts.routes.ts';
import { isAnyUnfinished } from './firmware.rollouts.store.ts';
import { createRollouts } from './firmware.rollouts.service.ts';
import { createSteering } from './firmware.steering.service.ts';

const ROUND_EVERY_MS = 2 * SECOND_MS;

export interface RolloutsPartDependencies {
  clock: Clock;
  database: Database;
  jobs: Jobs;
  log: Log;
  metrics: Registry;
  secrets: Secrets;
  portalUrl: () => string;
  people: PeoplePort;
  notifications: NotificationsPort;
  devices: DevicesPort;
  commands: DeviceCommandsPort;
  motion: DeviceMotionPort;
  incidents: OpenIncidentsPort;
  patience: Patience;
  addresses: Addresses;
  publisher: UpdatePublisher;
}

/** Rollouts and the updates of devices, with what they need of each other. */
export function createRolloutsPart(dependencies: RolloutsPartDependencies) {
  const { commands, jobs, metrics, publisher } = dependencies;
  const ended = new Counter({
    name: 'trace_firmware_updates_total',
    help: 'Updates of devices that have ended, by their end',
    labelNames: ['state'] as const,
    registers: [metrics],
  });
  const shared = { ...dependencies, publish: publisher.publish, releases };
  const progress = createProgress({ ...shared, ended, halts: createHalts(dependencies) });
  const guards = createGuards(dependencies);
  const members = createMembers(dependencies);
  const offers = createOffers({ ...shared, guards });
  const yieldToEmergencies = createEmergencies(shared);
  const engine = createEngine({ ...shared, members, offers, progress, yieldToEmergencies });
  const rollouts = createRollouts(dependencies);
  const updates = createDeviceUpdates({ ...shared, guards, members, offers, progress });
  takeRefusals(commands, progress);
  jobs.schedule('firmware.rollouts', ROUND_EVERY_MS, engine.round, isAnyUnfinished);
  return {
    routes: rolloutsRoutes(rollouts, createSteering({ ...shared, members, rollouts, engine })),
    deviceHandlers: firmwareHandlers(progress),
    updates: updates.port,
    start: updates.listen,
  };
}
