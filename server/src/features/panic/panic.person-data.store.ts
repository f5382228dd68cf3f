import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnIncident {
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
    select opened_at, kind, is_test, hub_name, taken_name, taken_at, outcome, closed_at from panic_incident i
    where exists (select from panic_incident_device d where d.incident_id = i.id and d.user_id = ${accountId})
    order by opened_at desc limit ${limit}`.execute(executor);
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

/**
 * Replaces the person's names in the timelines and outcomes of others' incidents. A person who was renamed during an
 * incident has several names there. Only names are replaced, because a name can equal another word of a step, such as
 * a role.
 */
async function forgetNames(tx: Executor, accountId: string, words: string): Promise<void> {
  const named = sql`
    select incident_id, array_agg(name) as names from (
      select incident_id, name from panic_recipient where account_id = ${accountId}
      union select id, taken_name from panic_incident where taken_by = ${accountId}
      union select incident_id, detail ->> 'name' from panic_step where person_id = ${accountId}
    ) as all_names where name is not null group by incident_id`;
  await sql`
    update panic_step s set detail = s.detail
      || case when s.detail ->> 'name' = any(n.names) then jsonb_build_object('name', ${words}::text) else '{}' end
      || case when s.detail -> 'names' is null then '{}' else jsonb_build_object('names', (
          select coalesce(jsonb_agg(case when name = any(n.names) then ${words}::text else name end order by place), '[]')
          from jsonb_array_elements_text(s.detail -> 'names') with ordinality as given (name, place))) end
    from (${named}) n where s.incident_id = n.incident_id`.execute(tx);
  await sql`
    update panic_incident i set closed_name = ${words}
    from (${named}) n where i.id = n.incident_id and i.closed_name = any(n.names)`.execute(tx);
}

/** The open incidents of a person's own devices. */
export async function listOpenOf(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from panic_incident i join panic_incident_device d on d.incident_id = i.id
    where d.user_id = ${accountId} and i.closed_at is null order by i.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the incidents of a wearer who leaves, unless another wearer was in the same emergency: then only this
 * person's devices go. Removes the person from the chains of others.
 */
export async function forgetPerson(tx: Executor, accountId: string, words: string): Promise<void> {
  await sql`
    delete from panic_incident i where exists (
        select from panic_incident_device d where d.incident_id = i.id and d.user_id = ${accountId})
      and not exists (select from panic_incident_device d where d.incident_id = i.id and d.user_id <> ${accountId})`.execute(
    tx,
  );
  await sql`
    delete from panic_position p using panic_incident_device d
    where d.incident_id = p.incident_id and d.device_id = p.device_id and d.user_id = ${accountId}`.execute(tx);
  await sql`delete from panic_incident_device where user_id = ${accountId}`.execute(tx);
  await forgetNames(tx, accountId, words);
  await sql`update panic_recipient set name = ${words}, email = null, phone = null where account_id = ${accountId}`.execute(
    tx,
  );
  await sql`update panic_step set person_id = null where person_id = ${accountId}`.execute(tx);
  await sql`
    update panic_incident set taken_name = ${words} where taken_by = ${accountId}`.execute(tx);
}
