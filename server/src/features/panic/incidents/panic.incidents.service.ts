import type { AnswerOf, BodyOf, QueryOf } from '@trace/contract/kernel/endpoint';
import type { closeIncident, listIncidents } from '@trace/contract/panic/panic.api';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import type { TimelinePage } from '@trace/contract/panic/panic.steps.schema';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import type { Access, PanicAccess } from './panic.access.service.ts';
import type { IncidentActions } from './panic.actions.service.ts';
import type { IncidentProgress } from './panic.progress.service.ts';
import { listAllIncidents, listIncidentsOf, type IncidentRow } from './panic.incidents.store.ts';
import type { Present } from './panic.present.service.ts';
import type { Timeline } from './panic.timeline.service.ts';

export interface IncidentsDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'listFor'>;
  access: Access;
  present: Present;
  actions: IncidentActions;
  progress: IncidentProgress;
  timeline: Timeline;
}

/** Finds the incident for a caller: by the session and the id, or by a contact's link. */
export type FindIncident = () => Promise<PanicAccess>;

export type IncidentsService = ReturnType<typeof createIncidentsService>;

export function createIncidentsService({
  database,
  devices,
  access,
  present,
  actions,
  progress,
  timeline,
}: IncidentsDependencies) {
  /** Acts, then finds the incident again and answers its new state. */
  const acting = async (find: FindIncident, act: (found: PanicAccess) => Promise<void>): Promise<IncidentDetails> => {
    await act(await find());
    return present.details(await find());
  };

  const pageOf = async (
    actor: Actor,
    { state, after, limit }: QueryOf<typeof listIncidents>,
    read: (page: Parameters<typeof listAllIncidents>[1]) => Promise<IncidentRow[]>,
  ): Promise<AnswerOf<typeof listIncidents>> => {
    const rows = await read({ isClosed: state === 'closed', before: readTimeCursor(after), limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const found = await Promise.all(
      shown.map(async (incident) => ({ incident, viewer: await access.viewerFor(actor, incident) })),
    );
    const last = shown.at(-1);
    return {
      incidents: await present.summaries(
        found.flatMap(({ incident, viewer }) => (viewer === null ? [] : [{ incident, viewer }])),
      ),
      next: rows.length > limit && last !== undefined ? timeCursorText({ at: last.openedAt, id: last.id }) : null,
    };
  };

  return {
    byId:
      (actor: Actor, id: string): FindIncident =>
      () =>
        access.require(actor, id),
    /** Staff have endpoints of their own, which the audit log records. */
    byPerson:
      (actor: Actor, id: string): FindIncident =>
      () => {
        if (actor.role === 'staff') throw new Refusal('not_found', texts.notFound);
        return access.require(actor, id);
      },
    byLink:
      (token: string): FindIncident =>
      () =>
        access.requireLink(token),

    async list(actor: Actor, query: QueryOf<typeof listIncidents>): Promise<AnswerOf<typeof listIncidents>> {
      if (actor.role === 'staff') throw new Refusal('forbidden', texts.staffList);
      const known = await devices.listFor(actor);
      const serviced = known.filter(({ relation }) => relation !== 'assigned_user');
      const whose = { accountId: actor.accountId, serviced };
      return pageOf(actor, query, (page) => listIncidentsOf(database.sql, whose, page));
    },
    listAll: (actor: Actor, query: QueryOf<typeof listIncidents>): Promise<AnswerOf<typeof listIncidents>> =>
      pageOf(actor, query, (page) => listAllIncidents(database.sql, page)),

    read: async (find: FindIncident): Promise<IncidentDetails> => present.details(await find()),
    steps: async (find: FindIncident, after: string): Promise<TimelinePage> => timeline.page(await find(), after),
    see: async (find: FindIncident): Promise<void> => progress.see(await find()),
    take: (find: FindIncident, origin: CallOrigin) => acting(find, (found) => actions.take(found, origin)),
    release: (find: FindIncident, origin: CallOrigin) => acting(find, (found) => actions.release(found, origin)),
    close: (find: FindIncident, origin: CallOrigin, end: BodyOf<typeof closeIncident>) =>
      acting(find, (found) => actions.close(found, origin, end)),
    note: (find: FindIncident, origin: CallOrigin, text: string) =>
      acting(find, (found) => actions.note(found, origin, text)),
  };
}
