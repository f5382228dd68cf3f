import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnIncident {
  readonly id: string;
  readonly openedAt: Date;
  readonly kind: string;
  readonly isTest: boolean;
  readonly hubName: string | null;
  readonly takenName: string | null;
  readonly takenAt: Date | null;
  readonly outcome: string | null;
  readonly closedAt: Date | null;
}

/** The incidents of a person's own devices, the newest first. */
export async function listOwnIncidents(executor: Executor, accountId: string, limit: number): Promise<OwnIncident[]> {
  const { rows } = await sql<OwnIncident>`
    select id, opened_at, kind, is_test, hub_name, taken_name, taken_at, outcome, closed_at from panic_incident i
    where exists (select from panic_incident_device d where d.incident_id = i.id and d.user_id = ${accountId})
    order by opened_at desc limit ${limit}`.execute(executor);
  return rows;
}

export interface OwnStep {
  readonly incidentId: string;
  readonly at: Date;
  readonly kind: string;
  readonly detail: object;
}

/** The timelines of a person's own incidents, and the person's own lines in incidents of others, the newest first. */
export async function listOwnSteps(executor: Executor, accountId: string, limit: number): Promise<OwnStep[]> {
  const { rows } = await sql<OwnStep>`
    select incident_id, at, kind, detail from panic_step where panic_step.id in (
      select s.id from panic_incident_device d join panic_step s on s.incident_id = d.incident_id
        where d.user_id = ${accountId}
      union select id from panic_step where person_id = ${accountId})
    order by panic_step.id desc limit ${limit}`.execute(executor);
  return rows;
}

export interface OwnPart {
  readonly incidentId: string;
  readonly openedAt: Date;
  readonly role: string;
  readonly notifiedAt: Date;
  readonly seenAt: Date | null;
}

/** The incidents of others that a person was notified of, the newest first. */
export async function listOwnParts(executor: Executor, accountId: string, limit: number): Promise<OwnPart[]> {
  const { rows } = await sql<OwnPart>`
    select r.incident_id, i.opened_at, r.role, r.notified_at, r.seen_at
    from panic_recipient r join panic_incident i on i.id = r.incident_id
    where r.account_id = ${accountId} and r.role <> 'wearer' and r.notified_at is not null
    order by r.notified_at desc limit ${limit}`.execute(executor);
  return rows;
}

export interface OwnDrill {
  readonly incidentId: string | null;
  readonly startedAt: Date;
  readonly isMonthly: boolean;
  readonly hubName: string | null;
}

export async function listOwnDrills(executor: Executor, accountId: string, limit: number): Promise<OwnDrill[]> {
  const { rows } = await sql<OwnDrill>`
    select incident_id, started_at, is_monthly, hub_name from panic_drill
    where account_id = ${accountId} order by started_at desc limit ${limit}`.execute(executor);
  return rows;
}

export interface OwnPosition {
  readonly serial: string;
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM: number | null;
}

export async function listOwnPositions(executor: Executor, accountId: string, limit: number): Promise<OwnPosition[]> {
  const { rows } = await sql<OwnPosition>`
    select d.serial, p.at, p.lat, p.lng, p.accuracy_m from panic_position p
    join panic_incident_device d on d.incident_id = p.incident_id and d.device_id = p.device_id
    where d.user_id = ${accountId} order by p.at desc limit ${limit}`.execute(executor);
  return rows;
}

/** The words in place of what a deleted account takes along. */
export interface Pseudonyms {
  readonly account: string;
  /** Of the wearer's contacts, whom only the wearer named. */
  readonly contact: string;
  readonly note: string;
}

/**
 * Replaces names in timelines and outcomes. `named` are incidents with the names in each. Only names are replaced,
 * because a name can equal another word of a step, such as a role.
 */
async function replaceNames(tx: Executor, named: RawBuilder<unknown>, words: string): Promise<void> {
  const all = sql`select incident_id, array_agg(name) as names from (${named}) as n where name is not null group by incident_id`;
  await sql`
    update panic_step s set detail = s.detail
      || case when s.detail ->> 'name' = any(n.names) then jsonb_build_object('name', ${words}::text) else '{}' end
      || case when s.detail -> 'names' is null then '{}' else jsonb_build_object('names', (
          select coalesce(jsonb_agg(case when name = any(n.names) then ${words}::text else name end order by place), '[]')
          from jsonb_array_elements_text(s.detail -> 'names') with ordinality as given (name, place))) end
    from (${all}) n where s.incident_id = n.incident_id`.execute(tx);
  await sql`
    update panic_incident i set
      closed_name = case when i.closed_name = any(n.names) then ${words} else i.closed_name end,
      taken_name = case when i.taken_name = any(n.names) then ${words} else i.taken_name end
    from (${all}) n where i.id = n.incident_id`.execute(tx);
}

/**
 * In an open incident of others a contact goes on without the account: the consent belongs to the addresses.
 * Returns these incidents.
 */
async function detachContact(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ incidentId: string }>`
    update panic_recipient r set account_id = null from panic_incident i
    where i.id = r.incident_id and i.closed_at is null and r.account_id = ${accountId} and r.role = 'contact'
      and r.channels <> '{}'
    returning r.incident_id`.execute(tx);
  return rows.map(({ incidentId }) => incidentId);
}

/**
 * Pseudonymises the incidents of a wearer who leaves (RET-07): positions, names, numbers and words go, times and the
 * outcome stay. The ids of the account and of the device are the pseudonyms. Words of an incident with another wearer
 * stay with that wearer.
 */
async function forgetWearer(tx: Executor, accountId: string, words: Pseudonyms): Promise<void> {
  await sql`
    delete from panic_position p using panic_incident_device d
    where d.incident_id = p.incident_id and d.device_id = p.device_id and d.user_id = ${accountId}`.execute(tx);
  // An incident that goes on for another wearer must not ask this device for positions any more.
  await sql`
    delete from panic_incident_device d using panic_incident i
    where i.id = d.incident_id and i.closed_at is null and d.user_id = ${accountId}`.execute(tx);
  await sql`
    update panic_step s set detail = s.detail || jsonb_build_object('deviceName', d.serial) from panic_incident_device d
    where d.incident_id = s.incident_id and d.user_id = ${accountId} and d.name = s.detail ->> 'deviceName'`.execute(
    tx,
  );
  await sql`update panic_incident_device set name = serial where user_id = ${accountId}`.execute(tx);
  const own = sql`
    select d.incident_id from panic_incident_device d where d.user_id = ${accountId} and not exists (
      select from panic_incident_device o where o.incident_id = d.incident_id and o.user_id <> ${accountId})`;
  await sql`
    update panic_incident set hub_id = null, hub_name = null, trigger = null, closed_note = null
    where id in (${own})`.execute(tx);
  await sql`update panic_event set hub_id = null, trigger = null where incident_id in (${own})`.execute(tx);
  await sql`
    update panic_step set detail = detail || case kind
        when 'pressed' then '{"hubName": null, "trigger": null}'
        when 'noted' then jsonb_build_object('text', ${words.note}::text)
        else '{"note": null}' end
    where kind in ('pressed', 'noted', 'closed') and incident_id in (${own})`.execute(tx);
  const contacts = sql`role = 'contact' and wearer_id = ${accountId}`;
  await replaceNames(tx, sql`select incident_id, name from panic_recipient where ${contacts}`, words.contact);
  // A contact without a wearer keeps the mailed link, which shows the outcome.
  await sql`
    update panic_recipient set name = ${words.contact}, email = null, phone = null, channels = '{}',
      wearer_id = case when email is null then wearer_id end
    where ${contacts}`.execute(tx);
  await sql`delete from panic_drill where account_id = ${accountId}`.execute(tx);
}

/** Pseudonymises the incidents of a person, and the person in the incidents of others. */
export async function forgetPerson(tx: Executor, accountId: string, words: Pseudonyms): Promise<void> {
  await forgetWearer(tx, accountId, words);
  const kept = await detachContact(tx, accountId);
  // A person who was renamed during an incident has several names there.
  const named = sql`
    select incident_id, name from (
      select incident_id, name from panic_recipient where account_id = ${accountId}
      union select id, taken_name from panic_incident where taken_by = ${accountId}
      union select incident_id, detail ->> 'name' from panic_step where person_id = ${accountId}
    ) as any_of where incident_id <> all(${kept}::uuid[])`;
  await replaceNames(tx, named, words.account);
  await sql`
    update panic_recipient set name = ${words.account}, email = null, phone = null where account_id = ${accountId}`.execute(
    tx,
  );
  await sql`update panic_step set person_id = null where person_id = ${accountId}`.execute(tx);
}
