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
  /** Null: support saw it. */
  minutes: AccessMinutes | null;
  startsAt: Date | null;
  ticketNumber: string | null;
  /** A panic contact, who may have no account. */
  panicViewerName: string | null;
  /** When the access of support ended or ends. */
  supportUntil: Date | null;
}

export interface WrittenViews {
  /** The written entries, by index in the given list. */
  places: number[];
  /** The grants for which this call began a new row. */
  begunUnder: string[];
  /** The accesses of support for which this call began a new row. */
  begunBySupport: string[];
}

/**
 * Writes access log entries. An entry under a grant is written only while the grant runs by the database's clock: a
 * single statement checks the permission and writes the row.
 */
export async function insertAccessLogEntries(executor: Executor, looks: readonly NewView[]): Promise<WrittenViews> {
  const of = <Key extends keyof NewView>(key: Key): NewView[Key][] => looks.map((look) => look[key]);
  const { rows } = await sql<{ place: number | null; grantId: string | null; breakGlassId: string | null }>`
    with given as (
      select * from unnest(
        ${of('viewerId')}::uuid[], ${of('deviceId')}::int[], ${of('what')}::text[], ${of('right')}::text[],
        ${of('grantId')}::uuid[], ${of('positions')}::int[], ${looks.map(({ viewing }) => viewing ?? null)}::uuid[],
        ${looks.map(({ breakGlassId }) => breakGlassId ?? null)}::uuid[])
        with ordinality as n (viewer_id, device_id, what, right_by, grant_id, positions, viewing, break_glass_id, place)
    ), allowed as (
      select n.*, coalesce(g.user_id, b.user_id) as user_id from given n left join location_access g
        on g.id = n.grant_id and g.requester_id = n.viewer_id and g.device_id = n.device_id
        and g.status = 'approved' and g.ended_at is null
        and g.starts_at <= clock_timestamp() and g.ends_at > clock_timestamp()
      left join location_break_glass b
        on b.id = n.break_glass_id and b.staff_id = n.viewer_id and b.device_id = n.device_id
        and b.ended_at is null and b.starts_at <= clock_timestamp() and b.ends_at > clock_timestamp()
      where case n.right_by when 'grant' then g.id is not null when 'break_glass' then b.id is not null else true end
    ), written as (
      insert into location_look as l (viewer_id, user_id, device_id, what, right_by, grant_id, viewing, positions, break_glass_id)
      select viewer_id, user_id, device_id, what, right_by, grant_id, viewing, sum(positions), break_glass_id
      from allowed
      group by viewer_id, user_id, device_id, what, right_by, grant_id, break_glass_id, viewing, case when viewing is null then place end
      order by viewing, viewer_id, device_id
      on conflict (viewing, viewer_id, device_id, what, grant_id) where viewing is not null
      do update set positions = l.positions + excluded.positions, to_at = excluded.to_at
      -- Of a row that was there before, the version that it replaced is locked.
      returning grant_id, break_glass_id, xmax = 0 as is_new
    )
    select place::int, null::uuid as grant_id, null::uuid as break_glass_id from allowed
    union all
    select distinct null::int, grant_id, break_glass_id from written where is_new`.execute(executor);
  return {
    places: rows.flatMap(({ place }) => (place === null ? [] : [place - 1])),
    begunUnder: rows.flatMap(({ grantId }) => grantId ?? []),
    begunBySupport: rows.flatMap(({ breakGlassId }) => breakGlassId ?? []),
  };
}

/** A user's ledger, the newest first, behind the row `after`. */
export async function listAccessLog(
  executor: Executor,
  userId: string,
  { serial, after, limit }: { serial: string | null; after: string | null; limit: number },
): Promise<AccessLogRow[]> {
  const { rows } = await sql<AccessLogRow>`
    select l.id::text, l.viewer_id, coalesce(g.serial, b.serial, p.serial) as serial,
      coalesce(g.device_name, b.device_name, p.device_name) as device_name, l.what, l.right_by, l.positions, l.from_at,
      l.to_at, g.minutes, g.starts_at, b.ticket_number, coalesce(b.ended_at, b.ends_at) as support_until,
      p.viewer_name as panic_viewer_name
    from location_look l left join location_access g on g.id = l.grant_id
      left join location_break_glass b on b.id = l.break_glass_id
      left join location_panic_access p on p.id = l.panic_access_id
    where l.user_id = ${userId} and (${serial}::text is null or coalesce(g.serial, b.serial, p.serial) = ${serial})
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

/**
 * Deletes views from before an instant, and requests, accesses of support and of
 * panic contacts from before it that have no view left.
 */
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
  if (rows.length > 0) return rows.length;
  const { rows: accesses } = await sql`
    delete from location_break_glass where id in (
      select b.id from location_break_glass b where b.starts_at < ${before}
        and not exists (select from location_look l where l.break_glass_id = b.id)
      order by b.starts_at limit ${limit})
    returning 1`.execute(tx);
  if (accesses.length > 0) return accesses.length;
  const { rows: panics } = await sql`
    delete from location_panic_access where id in (
      select p.id from location_panic_access p where p.starts_at < ${before}
        and not exists (select from location_look l where l.panic_access_id = p.id)
      order by p.starts_at limit ${limit})
    returning 1`.execute(tx);
  return panics.length;
}
