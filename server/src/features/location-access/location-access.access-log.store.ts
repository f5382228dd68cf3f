import type { AccessMinutes, ViewKind, ViewRight } from '@trace/contract/location-access/location-access.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { NewView } from './location-access.port.ts';

export interface AccessLogRow {
  id: string;
  viewerId: string;
  serial: string;
  deviceName: string;
  what: ViewKind;
  rightBy: ViewRight;
  positions: number;
  fromAt: Date;
  toAt: Date;
  minutes: AccessMinutes;
  startsAt: Date;
}

export interface WrittenViews {
  /** The written entries, by index in the given list. */
  places: number[];
  /** The grants for which this call began a new row. */
  begunUnder: string[];
}

/**
 * Writes access log entries. An entry under a grant is written only while the grant runs by the database's clock: a
 * single statement checks the permission and writes the row.
 */
export async function insertAccessLogEntries(executor: Executor, looks: readonly NewView[]): Promise<WrittenViews> {
  const of = <Key extends keyof NewView>(key: Key): NewView[Key][] => looks.map((look) => look[key]);
  const { rows } = await sql<{ place: number; grantId: null } | { place: null; grantId: string }>`
    with given as (
      select * from unnest(
        ${of('viewerId')}::uuid[], ${of('deviceId')}::int[], ${of('what')}::text[], ${of('right')}::text[],
        ${of('grantId')}::uuid[], ${of('positions')}::int[], ${looks.map(({ viewing }) => viewing ?? null)}::uuid[])
        with ordinality as n (viewer_id, device_id, what, right_by, grant_id, positions, viewing, place)
    ), allowed as (
      select n.*, g.user_id from given n left join location_access g
        on g.id = n.grant_id and g.requester_id = n.viewer_id and g.device_id = n.device_id
        and g.status = 'approved' and g.ended_at is null
        and g.starts_at <= clock_timestamp() and g.ends_at > clock_timestamp()
      where n.right_by <> 'grant' or g.id is not null
    ), written as (
      insert into location_look as l (viewer_id, user_id, device_id, what, right_by, grant_id, viewing, positions)
      select viewer_id, user_id, device_id, what, right_by, grant_id, viewing, sum(positions) from allowed
      group by viewer_id, user_id, device_id, what, right_by, grant_id, viewing, case when viewing is null then place end
      order by viewing, viewer_id, device_id
      on conflict (viewing, viewer_id, device_id, what, grant_id) where viewing is not null
      do update set positions = l.positions + excluded.positions, to_at = excluded.to_at
      -- Of a row that was there before, the version that it replaced is locked.
      returning grant_id, xmax = 0 as is_new
    )
    select place::int, null::uuid as grant_id from allowed
    union all
    select distinct null::int, grant_id from written where is_new and grant_id is not null`.execute(executor);
  return {
    places: rows.flatMap(({ place }) => (place === null ? [] : [place - 1])),
    begunUnder: rows.flatMap(({ grantId }) => grantId ?? []),
  };
}

/** A user's ledger, the newest first, behind the row `after`. */
export async function listAccessLog(
  executor: Executor,
  userId: string,
  { serial, after, limit }: { serial: string | null; after: string | null; limit: number },
): Promise<AccessLogRow[]> {
  const { rows } = await sql<AccessLogRow>`
    select l.id::text, l.viewer_id, g.serial, g.device_name, l.what, l.right_by, l.positions, l.from_at, l.to_at,
      g.minutes, g.starts_at
    from location_look l join location_access g on g.id = l.grant_id
    where l.user_id = ${userId} and (${serial}::text is null or g.serial = ${serial})
      and (${after}::bigint is null or l.id < ${after}::bigint)
    order by l.id desc limit ${limit}`.execute(executor);
  return rows;
}

/** When the holders of these grants last saw a position. */
export async function listLastViews(
  executor: Executor,
  grantIds: readonly string[],
): Promise<{ grantId: string; at: Date }[]> {
  const { rows } = await sql<{ grantId: string; at: Date }>`
    select grant_id, max(to_at) as at from location_look
    where grant_id = any(${[...grantIds]}::uuid[]) group by grant_id`.execute(executor);
  return rows;
}

/** Deletes views from before an instant, and requests from before it that have no view left. */
export async function deleteOldAccessLog(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows: views } = await sql`
    delete from location_look where id in (
      select id from location_look where to_at < ${before} order by to_at limit ${limit})
    returning 1`.execute(tx);
  if (views.length > 0) return views.length;
  const { rows } = await sql`
    delete from location_access where id in (
      select g.id from location_access g where g.requested_at < ${before}
        and not exists (select from location_look l where l.grant_id = g.id)
      order by g.requested_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
