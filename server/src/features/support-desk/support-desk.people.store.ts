import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import { matchesWords } from '#platform/db/search';

/** The cursor of a list that is sorted by time: microseconds since 1970, and the key of the row. */
export type TimePlace = readonly [micros: string, key: string];

export interface PersonListRow {
  /** Null for an address without an account. */
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string;
  readonly since: Date;
  readonly companyName: string | null;
  readonly devices: number;
  readonly place: string;
}

export interface PeopleSearch {
  readonly role: 'user' | 'installer';
  readonly show?: 'devices' | 'waiting' | undefined;
  readonly search?: string | undefined;
  readonly after: TimePlace | null;
  readonly limit: number;
}

const placeOf = (at: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${at}) * 1000000)::bigint || '~' || ${key}`;

/** Rows behind a cursor. The first comparison alone lets an index skip the rows before. */
function isBehind(at: RawBuilder<unknown>, key: RawBuilder<unknown>, after: TimePlace | null): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  const instant = sql`timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond'`;
  return sql`${at} <= ${instant} and (${at}, ${key}) < (${instant}, ${after[1]})`;
}

/** The expression of the index person_words. */
const personWords = sql`lower(' ' || p.first_name || ' ' || p.last_name || ' ' || p.email)`;
const personKey = sql`p.id::text collate "C"`;

function accountsPart({ role, show, search, after, limit }: PeopleSearch): RawBuilder<unknown> {
  const hasDevice = sql`exists (select from device_assignment a where a.account_id = p.id and a.ended_at is null)`;
  return sql`(select p.id, p.email, p.created_at as at, ${personKey} as key from person p
    where p.role = ${role} and ${show === 'waiting' ? sql`false` : sql`true`}
      and ${search ? matchesWords(personWords, search) : sql`true`}
      and ${show === 'devices' ? hasDevice : sql`true`} and ${isBehind(sql`p.created_at`, personKey, after)}
    order by p.created_at desc, p.id desc limit ${limit})`;
}

/** Addresses that have a device and no account yet, since their first assignment. */
function addressesPart({ role, search, after, limit }: PeopleSearch): RawBuilder<unknown> {
  return sql`(select null::uuid as id, w.email, w.at, w.key from (
      select a.email, min(a.assigned_at) as at, md5(a.email) collate "C" as key from device_assignment a
      where a.account_id is null and a.ended_at is null and a.email is not null
        and ${search ? matchesWords(sql`' ' || a.email`, search) : sql`true`}
      group by a.email) w
    where ${role === 'user' ? sql`true` : sql`false`} and ${isBehind(sql`w.at`, sql`w.key`, after)} order by w.at desc, w.key desc limit ${limit})`;
}

/** Accounts of a role, and for users also addresses without an account, newest first. */
export async function listPeople(executor: Executor, wanted: PeopleSearch): Promise<PersonListRow[]> {
  const devices =
    wanted.role === 'user'
      ? // With "or", each row of the page would read all assignments without an account.
        sql`case when u.id is null
          then (select count(*)::int from device_assignment a
            where a.ended_at is null and a.account_id is null and a.email = u.email)
          else (select count(*)::int from device_assignment a where a.ended_at is null and a.account_id = u.id) end`
      : sql`select count(*)::int from device d where d.registered_by = u.id and d.replaced_at is null`;
  const { rows } = await sql<PersonListRow>`
    select u.id, nullif(trim(p.first_name || ' ' || p.last_name), '') as name, u.email, u.at as since,
      c.name as company_name, (${devices}) as devices, ${placeOf(sql`u.at`, sql`u.key`)} as place
    from (select * from (${accountsPart(wanted)} union all ${addressesPart(wanted)}) parts
        order by at desc, key desc limit ${wanted.limit}) u
      left join person p on p.id = u.id
      left join company_membership m on m.person_id = u.id and m.status = 'accepted'
      left join company_customer k on k.person_id = u.id
      left join company c on c.id = coalesce(m.company_id, k.company_id)
    order by u.at desc, u.key desc`.execute(executor);
  return rows;
}

/** The newest users and installers that match. */
export async function searchPeople(
  executor: Executor,
  search: string,
  limit: number,
): Promise<{ id: string; name: string; email: string; role: 'user' | 'installer' }[]> {
  const ofRole = (role: string) => sql`(select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.email, p.role,
      p.created_at from person p where p.role = ${role} and ${matchesWords(personWords, search)}
    order by p.created_at desc, p.id desc limit ${limit})`;
  const { rows } = await sql<{ id: string; name: string; email: string; role: 'user' | 'installer' }>`
    select id, name, email, role from (${ofRole('user')} union all ${ofRole('installer')}) p
    order by created_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export interface PersonPageRow {
  readonly company: { id: string; name: string } | null;
  readonly certification: { number: string; expiresAt: string | null; isRevoked: boolean } | null;
  readonly sessions: number;
}

/** Company, certification and sessions of a person. A session counts until its end or its idle limit. */
export async function findPersonBelongings(
  executor: Executor,
  personId: string,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<PersonPageRow> {
  const { rows } = await sql<PersonPageRow>`
    select
      (select jsonb_build_object('id', c.id, 'name', c.name) from company c
        where c.id in (select company_id from company_membership where person_id = ${personId} and status = 'accepted'
          union all select company_id from company_customer where person_id = ${personId}) limit 1) as company,
      (select jsonb_build_object('number', number, 'isRevoked', revoked_at is not null,
          'expiresAt', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from certification where person_id = ${personId}) as certification,
      (select count(*)::int from session
        where person_id = ${personId} and expires_at > ${now} and last_seen_at > ${idleSince}) as sessions`.execute(
    executor,
  );
  return rows[0]!;
}
