// Devices that installers registered and assigned, and the interface to devices for other features.
// Serves users (their list), installers (register, assign, certificate), staff (the registry) and every feature about devices.
// Rows REG, IDEV.
import { assignmentChangedEvent } from '@trace/contract/devices/assignment/devices.assignment.stream';
import { importProgressEvent } from '@trace/contract/devices/registration/devices.registration.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Jobs } from '#platform/jobs/jobs';
import type { Feature } from '#platform/feature/feature';
import { pushDurably } from '#platform/stream/durable-event';
import type { Streams } from '#platform/stream/streams';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { assignmentRoutes } from './assignment/devices.assignment.routes.ts';
import { createAssignmentService, type AssignmentService } from './assignment/devices.assignment.service.ts';
import { createClaimCodes } from './registration/devices.claim-codes.service.ts';
import { createUnassignmentService } from './assignment/devices.unassignment.service.ts';
import { handoverRoutes } from './assignment/devices.reassignment.routes.ts';
import { createTakeDeparted } from './assignment/devices.departed-devices.service.ts';
import { createReassignmentService } from './assignment/devices.reassignment.service.ts';
import { createDeviceCounts } from './devices.counts.service.ts';
import { defineDevicesJobs } from './devices.jobs.ts';
import { createServiceChangeMails } from './assignment/devices.service-change-mails.service.ts';
import { createImportAssignment } from './registration/devices.import-assignment.service.ts';
import { createImportBatch } from './registration/devices.import-batch.service.ts';
import { createImportService, type ImportDependencies } from './registration/devices.import.service.ts';
import { deviceHubs } from './devices.hub.service.ts';
import { createDeviceLookup } from './devices.lookup.service.ts';
import { createDeviceHooks } from './devices.hooks.service.ts';
import type {
  AssignmentsPort,
  DeviceActivityPort,
  DeviceCountsPort,
  DeviceHooksPort,
  DeviceHubsPort,
  DevicesPort,
  OwnDevicesPort,
} from './devices.port.ts';
import { createOwnDevices } from './registration/devices.own.service.ts';
import { requireCertification, type RegistrationService } from './registration/devices.registration.service.ts';
import { listNewestAssignments, listNewestRegistrations } from './devices.activity.store.ts';
import { listLastAssignments } from './assignment/devices.assignment.store.ts';
import { listAssignmentSpans } from './devices.person-data.store.ts';
import { devicesPersonData } from './devices.person-data.service.ts';
import { revivableCertificates } from './registration/devices.revived-certificates.service.ts';
import { createCompanyDevices } from './devices.companies.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createLifecycle, type LifecycleDependencies } from './registration/devices.lifecycle.service.ts';
import { registrationRoutes } from './registration/devices.registration.routes.ts';
import { registryRoutes } from './registry/devices.registry.routes.ts';
import { createRegistryRecords } from './registry/devices.registry.service.ts';
import { replacementRoutes } from './replacement/devices.replacement.routes.ts';
import { createReplacementService } from './replacement/devices.replacement.service.ts';
import { assignmentChanged, devicesChanged } from './devices.events.ts';
import { createDevicesService, type DevicesDependencies, type DevicesService } from './devices.service.ts';

export interface DevicesFeatureDependencies
  extends DevicesDependencies, Omit<LifecycleDependencies, 'hooks'>, Omit<ImportDependencies, 'onImportProgress'> {
  mail: Mail;
  companies: CompaniesPort;
  certification: DevicesDependencies['certification'];
  jobs: Jobs;
  people: PeoplePort;
  streams: Pick<Streams, 'push'>;
  tombstones: Tombstones;
}

export interface DevicesFeature extends Feature {
  readonly port: DevicesPort & AssignmentsPort;
  readonly hooks: DeviceHooksPort;
  readonly hubs: DeviceHubsPort;
  readonly own: OwnDevicesPort;
  readonly counts: DeviceCountsPort;
  readonly activity: DeviceActivityPort;
  readonly service: DevicesService & RegistrationService;
  readonly assignments: AssignmentService;
}

/** Composes the feature. Registers the provider of device facts with `companies`. */
export function createDevicesFeature(options: DevicesFeatureDependencies): DevicesFeature {
  const { bus, clock, companies, jobs, people, streams, tombstones } = options;
  const hooks = createDeviceHooks(bus);
  const dependencies = { ...options, hooks };
  const lookup = createDeviceLookup(dependencies);
  const known = createDevicesService(dependencies, lookup);
  const enrolment = createLifecycle(dependencies, known, lookup.relations);
  const own = {
    ...dependencies,
    relations: lookup.relations,
    claims: createClaimCodes(clock),
    requireCertification: (actor: Actor, executor?: Executor) => requireCertification(dependencies, actor, executor),
    onImportProgress: (accountId: string, progress: { importId: string; done: number; total: number }) =>
      streams.push(importProgressEvent, [accountId], progress.importId, progress),
  };
  const assignments = createAssignmentService(own);
  const importAssignment = createImportAssignment(own);
  const importBatch = createImportBatch({ ...own, registrar: enrolment.registrar, assignments, importAssignment });
  const imports = createImportService(own, importBatch);
  const endings = createUnassignmentService(own);
  const moving = { ...own, serviceChangeMails: createServiceChangeMails(own) };
  const handovers = createReassignmentService(moving);
  const replacements = createReplacementService({ ...own, registrar: enrolment.registrar });
  defineDevicesJobs(jobs, assignments);
  companies.useDevices({ ...createCompanyDevices(dependencies), takeDeparted: createTakeDeparted(moving) });
  return {
    name: 'devices',
    port: { ...known, assignmentsOf: listAssignmentSpans, lastAssignmentsOf: listLastAssignments },
    hooks: hooks.port,
    hubs: deviceHubs,
    own: createOwnDevices(options),
    counts: createDeviceCounts(options.database),
    activity: {
      newestRegistrations: (filter) => listNewestRegistrations(options.database.sql, filter),
      newestAssignments: (filter) => listNewestAssignments(options.database.sql, filter),
    },
    service: { ...known, ...enrolment.service },
    assignments,
    routes: [
      ...devicesRoutes(known),
      ...registrationRoutes({ ...enrolment.service, ...imports }),
      ...assignmentRoutes(assignments, endings),
      ...handoverRoutes(handovers),
      ...replacementRoutes(replacements),
      ...registryRoutes(createRegistryRecords(dependencies)),
    ],
    durableEvents: [
      pushDurably(devicesChangedEvent, devicesChanged, async () => ({})),
      pushDurably(assignmentChangedEvent, assignmentChanged, async ({ serial, what }) => ({
        serialNumber: serial,
        what,
      })),
    ],
    personData: devicesPersonData({ bus, relations: lookup.relations, hooks, people }),
    // After the device is released, the owner of the linked hub is unknown.
    // Deleting a device deletes its assignments, by which tracking finds the positions to delete.
    after: { personData: ['device-setup', 'hubs', 'tracking'] },
    async start() {
      const stops = [
        people.onConfirmed((email) => assignments.takeEffect(email)),
        await enrolment.onRegistered({
          rebind: (serial) => options.enrolment().rebind(serial),
          rebindAll: () => options.enrolment().rebindAll(),
        }),
        await tombstones.apply('certificate', revivableCertificates(options.enrolment)),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}
