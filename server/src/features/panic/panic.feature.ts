// Panic: from the button to the helper. Records the presses of hubs, trackers and phones, opens an incident per
// emergency, notifies people by their turns until the incident is taken, and keeps a timeline.
// Serves wearers, their contacts, installers and support. Rows PANIC-03, PANIC-04, PANIC-06, PANIC-09.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { DeviceCommandsPort, ManualCommandsPort } from '#features/device-commands/device-commands.port';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { AssignmentsPort, DeviceHooksPort, DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PanicViewsPort } from '#features/location-access/location-access.port';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { PingPort } from '#features/ping/ping.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import type { Sms } from '#platform/sms/sms';
import { createChain } from './chain/panic.chain.service.ts';
import { createDepartures } from './chain/panic.departures.service.ts';
import { createEligibility } from './chain/panic.eligibility.service.ts';
import { createEscalation } from './chain/panic.escalation.service.ts';
import { createLateSupport } from './chain/panic.late-support.service.ts';
import { createDelivery } from './delivery/panic.delivery.service.ts';
import { checkMails } from './delivery/panic.mail-checks.service.ts';
import { createNotify } from './delivery/panic.notify.service.ts';
import { createRecord } from './events/panic.record.service.ts';
import { createAftermath } from './incidents/panic.aftermath.service.ts';
import { createProgress } from './incidents/panic.progress.service.ts';
import { createAccess } from './incidents/panic.access.service.ts';
import { createCommandCheck } from './incidents/panic.command-check.service.ts';
import { createIncidentActions } from './incidents/panic.actions.service.ts';
import { createEndings } from './incidents/panic.endings.service.ts';
import { createFactsReader } from './incidents/panic.facts.service.ts';
import { deleteOldIncidents, listInvolved } from './incidents/panic.incidents.store.ts';
import { createIncidentsService } from './incidents/panic.incidents.service.ts';
import { createPresent } from './incidents/panic.present.service.ts';
import { createTimeline } from './incidents/panic.timeline.service.ts';
import { createDrillReports } from './drills/panic.drill-reports.service.ts';
import { createDrills } from './drills/panic.drills.service.ts';
import { panicChanged } from './panic.events.ts';
import { definePanicJobs } from './panic.jobs.ts';
import { createPanicLinks } from './panic.links.service.ts';
import { panicPersonData } from './panic.person-data.service.ts';
import { listRecorded } from './events/panic.counts.store.ts';
import type { OpenIncidentsPort, PanicCountsPort, PanicPort } from './panic.port.ts';
import { createPublishing } from './panic.publish.service.ts';
import { drillRoutes, panicLinkRoutes, panicRoutes, panicStaffRoutes } from './panic.routes.ts';
import { panicOfTracker } from './panic.sources.service.ts';
import { deleteOldPositions } from './positions/panic.positions.store.ts';
import { createPositions } from './positions/panic.positions.service.ts';
import { createReplacement } from './positions/panic.replacement.service.ts';

/** Looks for due monthly drills. */
const DRILLS_EVERY_MS = 10 * MINUTE_MS;

export interface PanicSettings {
  readonly cooldownMs: number;
  readonly staleMs: number;
  readonly nextContactMs: number;
  readonly supportMs: number;
}

export interface PanicDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  mail: Mail;
  secrets: Secrets;
  sms: Sms;
  people: PeoplePort;
  devices: DevicesPort & AssignmentsPort;
  deviceHooks: Pick<DeviceHooksPort, 'onReplace'>;
  hubs: Pick<HubsPort, 'linkOf'>;
  subscription: SubscriptionPort;
  contacts: PanicContactsPort;
  staff: SupportStaffPort;
  commands: DeviceCommandsPort;
  manualCommands: Pick<ManualCommandsPort, 'onGiving'>;
  deviceHealth: Pick<DeviceHealthPort, 'onEvents'>;
  places: ReportedPlacesPort;
  ping: Pick<PingPort, 'listLastPlaces'>;
  push: PersonPushPort;
  views: PanicViewsPort;
  settings: PanicSettings;
  portalUrl(): string;
}

export function createPanicFeature(dependencies: PanicDependencies): Feature & {
  readonly port: PanicPort;
  readonly counts: PanicCountsPort;
  readonly openIncidents: OpenIncidentsPort;
} {
  const { jobs, deviceHealth, settings } = dependencies;
  const links = createPanicLinks(dependencies);
  const publishing = createPublishing(dependencies);
  const facts = createFactsReader(dependencies);
  const notify = createNotify({ ...dependencies, links });
  const chain = createChain({ ...dependencies, links });
  const eligibility = createEligibility({ ...dependencies, chain });
  const shared = { ...dependencies, ...settings, ...publishing, links, facts, notify, chain, eligibility };
  const lateSupport = createLateSupport(dependencies);
  const escalation = createEscalation({ ...shared, lateSupport });
  const departures = createDepartures({ ...shared, escalation });
  dependencies.staff.onDeactivated((tx, accountId) => departures.withdrawn(tx, 'support', accountId));
  dependencies.contacts.onEnded((tx, contactId) => departures.withdrawn(tx, 'contact', contactId));
  dependencies.contacts.onAddressRemoved(departures.addressRemoved);
  const positions = createPositions(shared);
  dependencies.deviceHooks.onReplace(createReplacement(shared));
  dependencies.manualCommands.onGiving(createCommandCheck(dependencies.devices));
  checkMails(shared);
  const delivery = createDelivery(shared);
  const aftermath = createAftermath(shared);
  const endings = createEndings({ ...shared, departures });
  const actions = createIncidentActions({ ...shared, escalation, aftermath, lateSupport });
  const progress = createProgress(shared);
  const record = createRecord({ ...shared, escalation });
  const access = createAccess(shared);
  const timeline = createTimeline(dependencies);
  const present = createPresent({ ...shared, timeline });
  const service = createIncidentsService({ ...shared, access, present, actions, progress, timeline });
  definePanicJobs(jobs, {
    ...{ push: delivery.push, sms: delivery.sms, ended: delivery.ended, followUp: delivery.followUp },
    ...{ escalate: escalation.escalate, remind: escalation.remind },
    ...{ locate: positions.locate, expire: progress.expire },
  });
  const reports = createDrillReports(dependencies);
  const drills = createDrills({ ...dependencies, record, reports });
  jobs.schedule('panic.drills', DRILLS_EVERY_MS, drills.runMonthly);
  deviceHealth.onEvents(async (tx, events) => {
    const presses = events.filter(({ kind }) => kind === 'panic').map(panicOfTracker);
    if (presses.length > 0) await record(tx, presses);
  });
  return {
    name: 'panic',
    port: { record },
    counts: { recordedBetween: listRecorded },
    openIncidents: { listInvolved: (deviceIds) => listInvolved(dependencies.database.sql, deviceIds) },
    routes: [
      ...panicRoutes(service),
      ...drillRoutes(drills),
      ...panicLinkRoutes(service),
      ...panicStaffRoutes(service),
    ],
    durableEvents: [panicChanged],
    personData: panicPersonData({ endings, departures }),
    // Presses lock devices, then their keys, then incidents. Takers lock the consent of a contact, then the incident.
    after: { personData: ['devices', 'panic-contacts'] },
    retention: [
      { kind: 'incidentPositions', take: deleteOldPositions },
      { kind: 'incidents', take: deleteOldIncidents },
    ],
  };
}
