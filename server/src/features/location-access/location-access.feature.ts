// Access to a device's location for people other than its user: requested, allowed for minutes, ended, and logged at
// each view.
// Serves installers (request), users (answer, end, read the access log), support staff (for a ticket) and every feature that hands out positions.
// Rows LOCREQ, FN-01, SUPL-07; threat T66; authorization.md tables 1 and 2, laws 3, 5, 6 and 8.
import type { DeviceHooksPort, DevicesPort } from '#features/devices/devices.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Bus } from '#platform/bus/bus';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import { accessChanged, grantEnded } from './location-access.events.ts';
import { createBreakGlass } from './break-glass/location-access.break-glass.service.ts';
import { createGrantEndings } from './location-access.endings.service.ts';
import { createGrantsService } from './location-access.grants.service.ts';
import { createGrantBasis } from './location-access.grant-basis.service.ts';
import { defineLocationAccessJobs } from './location-access.jobs.ts';
import { createAccessLists, findOpenRequest } from './location-access.lists.service.ts';
import { checkMails } from './location-access.mail-check.service.ts';
import type { ShownPeopleDependencies } from './location-access.people.service.ts';
import { locationAccessPersonData } from './location-access.person-data.service.ts';
import type {
  AccessAnswersPort,
  AccessTicketsPort,
  AnswerHandler,
  LocationAccessPort,
  PanicViewsPort,
  RequestHandler,
  SupportAccessHandler,
  TicketReader,
} from './location-access.port.ts';
import { deleteOldAccessLog } from './location-access.access-log.store.ts';
import { createPanicViews } from './location-access.panic.service.ts';
import { createRequestsService } from './location-access.requests.service.ts';
import { breakGlassRoutes, locationAccessRoutes } from './location-access.routes.ts';
import { isAnyGrantRunning } from './location-access.store.ts';

/** Both sides learn of an end in less than a second. Access itself is checked again for each position. */
const END_OVERDUE_EVERY_MS = 500;

export interface LocationAccessDependencies extends ShownPeopleDependencies {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  mail: Mail;
  staff: Pick<SupportStaffPort, 'lockActive' | 'onDeactivated'>;
  devices: DevicesPort;
  deviceHooks: Pick<DeviceHooksPort, 'onReplace'>;
  portalUrl(): string;
}

export function createLocationAccessFeature(dependencies: LocationAccessDependencies): Feature & {
  readonly port: LocationAccessPort;
  readonly answers: AccessAnswersPort;
  readonly tickets: AccessTicketsPort;
  readonly panicViews: PanicViewsPort;
} {
  const { bus, jobs, log } = dependencies;
  const grantBasis = createGrantBasis(dependencies.devices);
  const grants = createGrantsService({ ...dependencies, grantBasis });
  const endings = createGrantEndings({ ...dependencies, grantBasis });
  dependencies.deviceHooks.onReplace((tx, { from }) => endings.endOfDevice(tx, from.id));
  const requestHandlers: RequestHandler[] = [];
  const onRequest: RequestHandler = async (tx, requestId) => {
    for (const handler of requestHandlers) await handler(tx, requestId);
  };
  const answerHandlers: AnswerHandler[] = [];
  const onAnswer: AnswerHandler = async (tx, answer) => {
    for (const handler of answerHandlers) await handler(tx, answer);
  };
  const supportHandlers: SupportAccessHandler[] = [];
  let readTicket: TicketReader = async () => null;
  const breakGlass = createBreakGlass({
    ...dependencies,
    ticketOf: (tx, ticketId) => readTicket(tx, ticketId),
    onSupportAccess: async (tx, access) => {
      for (const handler of supportHandlers) await handler(tx, access);
    },
  });
  dependencies.staff.onDeactivated(breakGlass.endOfStaff);
  const requests = createRequestsService({ ...dependencies, grantBasis, onRequest, onAnswer });
  const lists = createAccessLists({ ...dependencies, grantBasis });
  defineLocationAccessJobs(jobs, endings);
  checkMails({ ...dependencies, grantBasis });

  const endOverdue = async (): Promise<void> => {
    try {
      await endings.endOverdue();
    } catch (error) {
      log.error(
        { err: error },
        'Processing expired location grants failed, access has ended but pages are not updated, retrying',
      );
    }
  };

  return {
    name: 'location-access',
    port: {
      ...grants,
      supportSightOf: breakGlass.sightOf,
      onEnded: (run) => bus.on(grantEnded, ({ deviceId }) => run(deviceId)),
    },
    answers: {
      onRequest: (handler) => void requestHandlers.push(handler),
      openRequestOf: (requestId) => findOpenRequest({ ...dependencies, grantBasis }, requestId),
      onAnswer: (handler) => void answerHandlers.push(handler),
      onSupportAccess: (handler) => void supportHandlers.push(handler),
    },
    tickets: {
      readTicketsWith: (reader) => {
        readTicket = reader;
      },
      endForTicket: breakGlass.endForTicket,
    },
    panicViews: createPanicViews(dependencies),
    routes: [...locationAccessRoutes(requests, endings, lists), ...breakGlassRoutes(breakGlass)],
    durableEvents: [accessChanged],
    personData: locationAccessPersonData(dependencies),
    retention: [{ kind: 'accessLog', take: deleteOldAccessLog }],
    start: (): Stop => jobs.whenDue(END_OVERDUE_EVERY_MS, { isDue: isAnyGrantRunning, run: endOverdue }),
  };
}
