import { isTestSource, type PanicKind, type PanicSource } from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { NewPanicEvent } from '../panic.port.ts';
import type { OpenIncident } from './panic.grouping.rules.ts';

/** Locks keys until commit, in one order for all callers. */
export async function lockKeys(tx: Executor, keys: readonly string[]): Promise<void> {
  const sorted = [...new Set(keys)].sort();
  for (const key of sorted)
    await sql`/* prepared: lock of presses */ select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Stores an event. Returns its id, or null when the source has recorded the event before. */
export async function insertEvent(tx: Executor, event: NewPanicEvent): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    /* prepared: new press */ insert into panic_event (source, source_event_id, kind, hub_id, device_ids, happened_at, received_at, has_wrong_clock,
      trigger, is_notified)
    values (${event.source}, ${event.sourceEventId}, ${event.kind}, ${event.hub?.id ?? null},
      ${[...event.deviceIds]}::int[], ${event.happenedAt}, ${event.receivedAt}, ${event.hasWrongClock}, ${event.trigger}, true)
    on conflict do nothing returning id::int`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function updateEvent(
  tx: Executor,
  id: number,
  { incidentId, isNotified }: { incidentId: string; isNotified: boolean },
): Promise<void> {
  await sql`
    /* prepared: incident of a press */ update panic_event set incident_id = ${incidentId}, is_notified = ${isNotified} where id = ${id}`.execute(
    tx,
  );
}

export type NewestPress = Pick<NewPanicEvent, 'kind' | 'trigger' | 'happenedAt' | 'receivedAt' | 'hasWrongClock'>;

/** The newest press of an incident that notified. Null: none is stored. */
export async function findNewestPress(executor: Executor, incidentId: string): Promise<NewestPress | null> {
  const { rows } = await sql<NewestPress>`
    /* prepared: newest press */ select kind, trigger, happened_at, received_at, has_wrong_clock from panic_event
    where incident_id = ${incidentId} and is_notified order by id desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

/**
 * Locks the incidents that share a user and, with that user, the hub or a device. Without devices the hub decides. Locks
 * those that are open or were closed after `closedAfter`, in the order of ids as everywhere, and answers the newest first.
 * An incident of an earlier user is another emergency. A drill and a test by support have different recipients, so each
 * opens an incident. A drill measures its own messages, so it joins no incident.
 */
export async function lockIncidentsOf(
  tx: Executor,
  {
    hub,
    kind,
    source,
    happenedAt,
    devices,
  }: Pick<NewPanicEvent, 'hub' | 'kind' | 'source' | 'happenedAt'> & { devices: readonly IncidentDeviceRow[] },
  closedAfter: Date,
): Promise<OpenIncident[]> {
  const { rows } = await sql<OpenIncident>`
    /* prepared: open incidents of a press */ with pressed as (
      select * from unnest(${devices.map(({ deviceId }) => deviceId)}::int[],
        ${devices.map(({ userId }) => userId)}::uuid[]) as given (device_id, user_id)
    ), held as (
      select id, kind, opened_at, last_event_at, last_notified_at, closed_at,
        (select max(e.received_at) from panic_event e
          where e.incident_id = i.id and e.kind = ${kind} and e.is_notified) as last_of_kind_at,
        (select at from panic_event e, lateral (
            select case when e.has_wrong_clock then e.received_at else coalesce(e.happened_at, e.received_at) end as at) own
          where e.incident_id = i.id and e.kind = ${kind}
          order by abs(extract(epoch from at - ${happenedAt}::timestamptz)) limit 1) as nearest_at
      from panic_incident i
      where is_test = ${isTestSource(source)} and (not is_test or (source = ${source} and source <> 'drill'))
        and (closed_at is null or closed_at > ${closedAfter})
        and (exists (
            select from panic_incident_device d
            join pressed on d.user_id is not distinct from pressed.user_id
              and (d.device_id = pressed.device_id or i.hub_id = ${hub?.id ?? null})
            where d.incident_id = i.id)
          or (hub_id = ${hub?.id ?? null} and (not exists (select from pressed)
            or not exists (select from panic_incident_device d where d.incident_id = i.id))))
      order by id for update
    )
    select id, kind, last_event_at, last_notified_at, closed_at, last_of_kind_at, nearest_at
    from held order by opened_at desc, id`.execute(tx);
  return rows;
}

export interface NewIncident {
  readonly id: string;
  readonly isTest: boolean;
  readonly source: PanicSource;
  readonly kind: PanicKind;
  readonly hub: NewPanicEvent['hub'];
  readonly trigger: string | null;
  readonly openedAt: Date;
  readonly happenedAt: Date | null;
  readonly receivedAt: Date;
  readonly hasWrongClock: boolean;
}

export async function insertIncident(tx: Executor, incident: NewIncident): Promise<void> {
  const { hub, openedAt } = incident;
  await sql`
    /* prepared: new incident */ insert into panic_incident (id, is_test, source, kind, hub_id, hub_name, trigger, opened_at, happened_at, received_at,
      has_wrong_clock, last_event_at, last_notified_at)
    values (${incident.id}, ${incident.isTest}, ${incident.source}, ${incident.kind}, ${hub?.id ?? null},
      ${hub?.name ?? null}, ${incident.trigger}, ${openedAt}, ${incident.happenedAt}, ${incident.receivedAt},
      ${incident.hasWrongClock}, ${incident.receivedAt}, ${openedAt})`.execute(tx);
}

export interface IncidentDeviceRow {
  readonly deviceId: number;
  readonly serial: string;
  readonly name: string;
  readonly userId: string | null;
  readonly visibleSince: Date;
}

/** Returns the ids of the devices that were not part of the incident before. */
export async function insertDevices(
  tx: Executor,
  incidentId: string,
  devices: readonly IncidentDeviceRow[],
): Promise<number[]> {
  if (devices.length === 0) return [];
  const { rows } = await sql<{ deviceId: number }>`
    /* prepared: devices of a new incident */ insert into panic_incident_device (incident_id, device_id, serial, name, user_id, visible_since)
    select ${incidentId}::uuid, * from unnest(${devices.map(({ deviceId }) => deviceId)}::int[],
      ${devices.map(({ serial }) => serial)}::text[], ${devices.map(({ name }) => name)}::text[],
      ${devices.map(({ userId }) => userId)}::uuid[], ${devices.map(({ visibleSince }) => visibleSince)}::timestamptz[])
    on conflict do nothing returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/** Notes a press of an open incident. A press that notifies begins the next round. Returns the round. */
export async function updatePressed(
  tx: Executor,
  incidentId: string,
  { receivedAt, notifiedAt }: { receivedAt: Date; notifiedAt: Date | null },
): Promise<number> {
  const { rows } = await sql<{ round: number }>`
    update panic_incident set last_event_at = greatest(last_event_at, ${receivedAt}),
      last_notified_at = coalesce(${notifiedAt}::timestamptz, last_notified_at),
      round = round + (case when ${notifiedAt}::timestamptz is null then 0 else 1 end)
    where id = ${incidentId} returning round`.execute(tx);
  return rows[0]!.round;
}
