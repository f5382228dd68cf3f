// The devices that installers registered and assigned, and what another feature may know of them.
// Serves users (their list), installers (register, assign, certificate) and every feature that is about a device.
// portal.md §3 and §6, back-office.md §4; REG, IDEV.
import { assignmentChangedEvent } from '@trace/contract/devices/devices.assignment.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Jobs } from '#platform/jobs/jobs';
import type { SureEvent } from '#platform/stream/streams';
import { assignmentRoutes } from './devices.assignment.routes.ts';
import { createAssignmentService, type AssignmentDependencies } from './devices.assignment.service.ts';
import { createClaims } from './devices.claims.service.ts';
import { createEndingsService } from './devices.endings.service.ts';
import { deviceRelationEnded } from './devices.events.ts';
import { handoverRoutes } from './devices.handover.routes.ts';
import { createHandoverService } from './devices.handover.service.ts';
import { defineDevicesJobs } from './devices.jobs.ts';
import { createNewParties } from './devices.new-parties.service.ts';
import { createImportAssignment } from './devices.import-assignment.service.ts';
import { createImportService, type ImportDependencies } from './devices.import.service.ts';
import { deviceHubs } from './devices.hub.service.ts';
import { createKnownDevices } from './devices.known.service.ts';
import { requireCertification } from './devices.registration.service.ts';
import { createDeviceList, type DeviceListDependencies } from './devices.list.service.ts';
import { deviceListRoutes } from './devices.list.routes.ts';
import { overviewRoutes } from './devices.overview.routes.ts';
import { createOverview, type OverviewDependencies } from './devices.overview.service.ts';
import { devicesPersonData } from './devices.person-data.service.ts';
import { createCompanyDevices } from './devices.companies.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createEnrolment, type EnrolmentDependencies } from './devices.enrolment.service.ts';
import { registrationRoutes } from './devices.registration.routes.ts';
import { replacementRoutes } from './devices.replacement.routes.ts';
import { createReplacementService, type OnReplace } from './devices.replacement.service.ts';
import { presentAssignmentChange } from './devices.seen.service.ts';
import { createDevicesService, type DevicesDependencies } from './devices.service.ts';

export interface DevicesFeatureDependencies extends DevicesDependencies, EnrolmentDependencies, ImportDependencies {
  mail: Mail;
  companies: DevicesDependencies['companies'] & DeviceListDependencies['companies'];
  certification: DevicesDependencies['certification'] & DeviceListDependencies['certification'];
  jobs: Jobs;
  /** What hub and SIM settings, commands and grants do when another tracker takes the place of a device. */
  onReplace: OnReplace;
  people(): ReturnType<EnrolmentDependencies['people']> & ReturnType<AssignmentDependencies['people']>;
  /** What the table of installers shows beside the devices themselves. */
  table: Pick<DeviceListDependencies, 'statusesOf' | 'errorsOf' | 'namesOf'>;
  /** How the portal's own parts are, and what waits for an answer of a device. */
  overview: Pick<OverviewDependencies, 'partsAlive' | 'oldestUnanswered'>;
}

export function createDevicesFeature(dependencies: DevicesFeatureDependencies) {
  const { clock, jobs } = dependencies;
  const standings = createKnownDevices(dependencies);
  const known = createDevicesService(dependencies, standings);
  const enrolment = createEnrolment(dependencies, known, standings.relations);
  const service = { ...known, ...enrolment.service };
  const own = {
    ...dependencies,
    relations: standings.relations,
    claims: createClaims(clock),
    requireCertification: (actor: Actor, executor?: Executor) => requireCertification(dependencies, actor, executor),
  };
  const assignments = createAssignmentService(own);
  const imports = createImportService(dependencies, enrolment.registrar, assignments, createImportAssignment(own));
  const endings = createEndingsService(own);
  const handovers = createHandoverService({ ...own, newParties: createNewParties(own) });
  const replacements = createReplacementService({ ...own, registrar: enrolment.registrar });
  defineDevicesJobs(jobs, assignments);
  const list = createDeviceList({ ...dependencies, ...dependencies.table, devices: service });
  const changed: SureEvent<typeof devicesChangedEvent> = { event: devicesChangedEvent, present: async () => ({}) };
  const assignmentChanged: SureEvent<typeof assignmentChangedEvent> = {
    event: assignmentChangedEvent,
    present: async (payload) => presentAssignmentChange(payload),
  };
  const personData = devicesPersonData(dependencies.bus, standings.relations);
  const ofCompanies = createCompanyDevices(dependencies);
  return {
    service,
    ofCompanies,
    hubs: deviceHubs,
    routes: [
      ...devicesRoutes(known),
      ...registrationRoutes({ ...enrolment.service, ...imports }),
      ...assignmentRoutes(assignments, endings),
      ...handoverRoutes(handovers),
      ...replacementRoutes(replacements),
      ...deviceListRoutes(list, clock),
      ...overviewRoutes(createOverview({ ...dependencies, ...dependencies.overview, listsOf: list.listsOf })),
    ],
    assignments,
    sureEvents: [changed as SureEvent, assignmentChanged as SureEvent],
    onRegistered: enrolment.onRegistered,
    onRelationEnded: (run: (deviceId: number) => Promise<void>) =>
      dependencies.bus.on(deviceRelationEnded, ({ deviceId }) => run(deviceId)),
    personData,
  };
}
