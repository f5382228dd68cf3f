import { listDrills, startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { done } from '@trace/contract/kernel/endpoint';
import {
  closeIncident,
  listIncidents,
  listSteps,
  noteIncident,
  readIncident,
  releaseIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import {
  closeByLink,
  listStepsByLink,
  noteByLink,
  readByLink,
  releaseByLink,
  seeByLink,
  takeByLink,
} from '@trace/contract/panic/panic.link.api';
import {
  closeStaffIncident,
  listStaffIncidents,
  listStaffSteps,
  noteStaffIncident,
  readStaffIncident,
  releaseStaffIncident,
  seeStaffIncident,
  takeStaffIncident,
} from '@trace/contract/panic/staff/panic.staff.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { Drills } from './drills/panic.drills.service.ts';
import type { IncidentsService } from './incidents/panic.incidents.service.ts';

export const panicRoutes = (service: IncidentsService): Route[] => [
  route(listIncidents, ({ actor, query }) => service.list(actor, query)),
  route(readIncident, ({ actor, params }) => service.read(service.byPerson(actor, params.id))),
  route(listSteps, ({ actor, params, query }) => service.steps(service.byPerson(actor, params.id), query.after)),
  route(seeIncident, async ({ actor, params }) => {
    await service.see(service.byPerson(actor, params.id));
    return done;
  }),
  route(takeIncident, ({ actor, origin, params }) => service.take(service.byPerson(actor, params.id), origin)),
  route(releaseIncident, ({ actor, origin, params }) => service.release(service.byPerson(actor, params.id), origin)),
  route(closeIncident, ({ actor, origin, params, body }) =>
    service.close(service.byPerson(actor, params.id), origin, body),
  ),
  route(noteIncident, ({ actor, origin, params, body }) =>
    service.note(service.byPerson(actor, params.id), origin, body.text),
  ),
];

export const drillRoutes = (drills: Drills): Route[] => [
  route(listDrills, async ({ actor }) => ({ drills: await drills.list(actor.accountId) })),
  route(startDrill, ({ actor, origin, body }) => drills.start(actor, origin, body.serialNumber)),
];

export const panicLinkRoutes = (service: IncidentsService): Route[] => [
  openRoute(readByLink, ({ body }) => service.read(service.byLink(body.token))),
  openRoute(listStepsByLink, ({ body }) => service.steps(service.byLink(body.token), body.after)),
  openRoute(seeByLink, async ({ body }) => {
    await service.see(service.byLink(body.token));
    return done;
  }),
  openRoute(takeByLink, ({ origin, body }) => service.take(service.byLink(body.token), origin)),
  openRoute(releaseByLink, ({ origin, body }) => service.release(service.byLink(body.token), origin)),
  openRoute(closeByLink, ({ origin, body: { token, ...end } }) => service.close(service.byLink(token), origin, end)),
  openRoute(noteByLink, ({ origin, body }) => service.note(service.byLink(body.token), origin, body.text)),
];

export const panicStaffRoutes = (service: IncidentsService): Route[] => [
  route(listStaffIncidents, ({ actor, query }) => service.listAll(actor, query)),
  route(readStaffIncident, ({ actor, params }) => service.read(service.byId(actor, params.id))),
  route(listStaffSteps, ({ actor, params, query }) => service.steps(service.byId(actor, params.id), query.after)),
  route(seeStaffIncident, async ({ actor, params }) => {
    await service.see(service.byId(actor, params.id));
    return done;
  }),
  route(takeStaffIncident, ({ actor, origin, params }) => service.take(service.byId(actor, params.id), origin)),
  route(releaseStaffIncident, ({ actor, origin, params }) => service.release(service.byId(actor, params.id), origin)),
  route(closeStaffIncident, ({ actor, origin, params, body }) =>
    service.close(service.byId(actor, params.id), origin, body),
  ),
  route(noteStaffIncident, ({ actor, origin, params, body }) =>
    service.note(service.byId(actor, params.id), origin, body.text),
  ),
];
