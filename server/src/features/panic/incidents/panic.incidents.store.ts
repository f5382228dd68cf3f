import {
  isDiscreetKind,
  panicKinds,
  type PanicKind,
  type PanicOutcome,
  type PanicRole,
  type PanicSource,
} from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';

export interface IncidentRow {
  readonly id: string;
  readonly isTest: boolean;
  readonly source: PanicSource;
  readonly kind: PanicKind;
  readonly hubId: string | null;
  readonly hubName: string | null;
  readonly trigger: string | null;
  readonly openedAt: Date;
  readonly happenedAt: Date | null;
  readonly receivedAt: Date;
  readonly hasWrongClock: boolean;
  readonly round: number;
  /** The last press that notified, reminder or give-back. */
  readonly lastNotifiedAt: Date;
  readonly takenAt: Date | null;
  readonly takenRole: PanicRole | null;
  readonly takenBy: string | null;
  readonly takenName: string | null;
  readonly closedAt: Date | null;
  readonly outcome: PanicOutcome | null;
  readonly closedName: string | null;
  readonly closedRole: PanicRole | null;
  readonly closedNote: string | null;
  readonly presses: number;
}

const columns = sql`i.id, i.is_test, i.source, i.kind, i.hub_id, i.hub_name, i.trigger, i.opened_at, i.happened_at,
  i.received_at, i.has_wrong_clock, i.round, i.last_notified_at, i.taken_at, i.taken_role, i.taken_by, i.taken_name, i.closed_at, i.outcome,
  i.closed_name, i.closed_role, i.closed_note,
  (select count(*)::int from panic_event e where e.incident_id = i.id) as presses`;

export async function findIncident(executor: Executor, id: string): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`
    /* prepared: incident */ select ${columns} from panic_incident i where i.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks an incident until commit. */
export async function lockIncident(tx: Executor, id: string): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`
    /* prepared: locked incident */ select ${columns} from panic_incident i where i.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function listDevices(
  executor: Executor,
  incidentIds: readonly string[],
): Promise<(IncidentDeviceRow & { incidentId: string })[]> {
  const { rows } = await sql<IncidentDeviceRow & { incidentId: string }>`
    /* prepared: devices of incidents */ select incident_id, device_id, serial, name, user_id, visible_since
    from panic_incident_device where incident_id = any(${[...incidentIds]}::uuid[]) order by name, serial`.execute(
    executor,
  );
  return rows;
}

/** Decides who hears of a change of an incident. */
export interface IncidentAudience {
  readonly isTest: boolean;
  readonly isRinging: boolean;
  readonly deviceIds: readonly number[];
  /**
   * The users of the devices, the notified recipients with an account, and the person who took the incident. Company
   * members are missing: they are read with the devices, because the notified ones can have left.
   */
  readonly accountIds: readonly string[];
}

export async function findAudience(executor: Executor, id: string): Promise<IncidentAudience | null> {
  const { rows } = await sql<IncidentAudience>`
    /* prepared: audience of an incident */ select i.is_test,
      i.taken_at is null and i.closed_at is null as is_ringing,
      array(select device_id from panic_incident_device where incident_id = i.id) as device_ids,
      array(
        select user_id::text from panic_incident_device where incident_id = i.id and user_id is not null
        union select account_id::text from panic_recipient
          where incident_id = i.id and account_id is not null and notified_at is not null
            and (role <> 'company' or account_id = i.taken_by)) as account_ids
    from panic_incident i where i.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export interface IncidentPage {
  readonly isClosed: boolean;
  readonly before: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

const onPage = ({ isClosed, before }: IncidentPage) => sql`(i.closed_at is not null) = ${isClosed}
  and (${before?.at ?? null}::timestamptz is null or (i.opened_at, i.id) < (${before?.at ?? null}, ${before?.id ?? null}::uuid))`;

export async function listAllIncidents(executor: Executor, page: IncidentPage): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from panic_incident i where ${onPage(page)}
    order by i.opened_at desc, i.id desc limit ${page.limit}`.execute(executor);
  return rows;
}

/** Incidents of a wearer, a notified recipient, or an installer of the devices (`serviced`, with the start). */
export async function listIncidentsOf(
  executor: Executor,
  { accountId, serviced }: { accountId: string; serviced: readonly { id: number; since: Date }[] },
  page: IncidentPage,
): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from panic_incident i where i.id in (
      select incident_id from panic_incident_device where user_id = ${accountId}
      union select incident_id from panic_recipient where account_id = ${accountId} and notified_at is not null
      union select d.incident_id from panic_incident_device d
        join unnest(${serviced.map(({ id }) => id)}::int[], ${serviced.map(({ since }) => since)}::timestamptz[])
          as s (id, since) on s.id = d.device_id
        join panic_incident o on o.id = d.incident_id and o.opened_at >= s.since and not o.is_test)
      and ${onPage(page)}
    order by i.opened_at desc, i.id desc limit ${page.limit}`.execute(executor);
  return rows;
}

/** Takes an open incident. Returns false when another person was quicker. */
export async function updateTaken(
  tx: Executor,
  id: string,
  by: { role: PanicRole; personId: string; name: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update panic_incident set taken_at = ${by.at}, taken_role = ${by.role}, taken_by = ${by.personId}, taken_name = ${by.name}
    where id = ${id} and taken_at is null and closed_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Gives a taken incident back and begins a round of messages. Returns the round. */
export async function updateReleased(tx: Executor, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ round: number }>`
    update panic_incident set taken_at = null, taken_role = null, taken_by = null, taken_name = null, round = round + 1,
      last_notified_at = ${at}
    where id = ${id} returning round`.execute(tx);
  return rows[0]!.round;
}

/** Locks the open incidents that a person has taken. */
export async function listOpenTakenBy(
  tx: Executor,
  personId: string,
): Promise<{ readonly id: string; readonly takenRole: PanicRole; readonly takenName: string }[]> {
  const { rows } = await sql<{ id: string; takenRole: PanicRole; takenName: string }>`
    select id, taken_role, taken_name from panic_incident where taken_by = ${personId} and closed_at is null
    order by id for update`.execute(tx);
  return rows;
}

/** Locks every incident that names a person, because people's actions lock an incident before its other rows. */
export async function lockNaming(tx: Executor, accountId: string): Promise<void> {
  await sql`
    select from panic_incident i
    where i.taken_by = ${accountId} or i.id in (
      select incident_id from panic_incident_device where user_id = ${accountId}
      union all select incident_id from panic_recipient where account_id = ${accountId} or wearer_id = ${accountId}
      union all select incident_id from panic_step where person_id = ${accountId})
    order by i.id for update`.execute(tx);
}

/** Locks the open incidents of a person's own devices. */
export async function lockOpenOf(tx: Executor, accountId: string): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from panic_incident i
    where i.closed_at is null and exists (
      select from panic_incident_device d where d.incident_id = i.id and d.user_id = ${accountId})
    order by i.id for update of i`.execute(tx);
  return rows;
}

/** Locks the open incidents in which a staff member or a contact has a place, or which a staff member has taken. */
export async function lockOpenWith(tx: Executor, role: 'support' | 'contact', id: string): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from panic_incident i
    where i.closed_at is null and (i.taken_by = ${id} or exists (
      select from panic_recipient r
      where r.incident_id = i.id and r.role = ${role} and coalesce(r.contact_id, r.account_id) = ${id}))
    order by i.id for update of i`.execute(tx);
  return rows;
}

/** Locks the open incidents with a device, without tests. */
export async function lockOpenWithDevice(tx: Executor, deviceId: number): Promise<{ readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from panic_incident i
    where i.closed_at is null and not i.is_test and exists (
      select from panic_incident_device d where d.incident_id = i.id and d.device_id = ${deviceId})
    order by i.id for update of i`.execute(tx);
  return rows;
}

/** A device in each of its open incidents, without tests. */
export async function listOpenPlaces(
  executor: Executor,
  deviceId: number,
): Promise<Pick<IncidentDeviceRow, 'userId' | 'visibleSince'>[]> {
  const { rows } = await sql<Pick<IncidentDeviceRow, 'userId' | 'visibleSince'>>`
    select d.user_id, d.visible_since from panic_incident_device d join panic_incident i on i.id = d.incident_id
    where d.device_id = ${deviceId} and i.closed_at is null and not i.is_test`.execute(executor);
  return rows;
}

/** Gives an incident the kind of a further press. */
export async function updateKind(tx: Executor, id: string, kind: PanicKind): Promise<void> {
  await sql`update panic_incident set kind = ${kind} where id = ${id}`.execute(tx);
}

/** Whether a hold-up or duress alarm of a user is open that is no test, with any device. */
export async function isUnderThreat(executor: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    /* prepared: threats to a user */ select from panic_incident_device d join panic_incident i on i.id = d.incident_id
    where d.user_id = ${userId} and i.closed_at is null and not i.is_test
      and i.kind = any(${panicKinds.filter(isDiscreetKind)}::text[]) limit 1`.execute(executor);
  return rows.length > 0;
}

/** Begins the round of a reminder. Returns the round. */
export async function updateReminded(tx: Executor, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ round: number }>`
    update panic_incident set round = round + 1, last_notified_at = ${at} where id = ${id} returning round`.execute(tx);
  return rows[0]!.round;
}

export async function updateClosed(
  tx: Executor,
  id: string,
  end: { outcome: PanicOutcome; name: string | null; role: PanicRole | null; note: string | null; at: Date },
): Promise<void> {
  await sql`
    update panic_incident set closed_at = ${end.at}, outcome = ${end.outcome}, closed_name = ${end.name},
      closed_role = ${end.role}, closed_note = ${end.note}
    where id = ${id} and closed_at is null`.execute(tx);
}

/** Which of these devices take part in an open incident. */
export async function listInvolved(executor: Executor, deviceIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct d.device_id from panic_incident_device d join panic_incident i on i.id = d.incident_id
    where d.device_id = any(${deviceIds}::int[]) and i.closed_at is null`.execute(executor);
  return new Set(rows.map(({ deviceId }) => deviceId));
}

/** Deletes incidents from before an instant, with their events, recipients, positions and timelines. */
export async function deleteOldIncidents(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from panic_incident where id in (
      select id from panic_incident where opened_at < ${before} order by opened_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
