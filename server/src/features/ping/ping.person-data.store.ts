import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** A time in which a person was the user of a device. */
interface Span {
  readonly deviceId: number;
  readonly from: Date;
  readonly until: Date;
}

export interface OwnPing {
  readonly serialNumber: string;
  readonly at: Date;
  readonly outcome: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly fixAt: Date | null;
}

/**
 * Returns the pings of a person with the positions found, newest first. A download omits the positions of other users:
 * an installer's pings, which no day counts, come without their positions (authorization.md, law 8), and so do pings whose
 * position is from outside of the person's assignment (law 6).
 */
export async function listOwnPings(
  executor: Executor,
  accountId: string,
  { assignments, limit }: { assignments: readonly Span[]; limit: number },
): Promise<OwnPing[]> {
  const of = <Key extends keyof Span>(key: Key): Span[Key][] => assignments.map((span) => span[key]);
  const { rows } = await sql<OwnPing>`
    with span as (
      select * from unnest(${of('deviceId')}::int[], ${of('from')}::timestamptz[], ${of('until')}::timestamptz[])
        as s (device_id, since, until))
    select p.serial as serial_number, p.created_at as at, p.outcome, l.lat, l.lng, l.fix_at
    from ping p left join ping_location l on l.ping_id = p.id and p.quota_day_no is not null and not exists (
      select from span s where s.device_id = p.device_id and p.created_at >= s.since and p.created_at <= s.until
        and (l.at > s.until or l.fix_at <= s.since - interval '1 second'))
    where p.account_id = ${accountId} order by p.created_at desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteOwnPings(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from ping_location where account_id = ${accountId}`.execute(executor);
  await sql`delete from ping where account_id = ${accountId}`.execute(executor);
  await sql`delete from ping_archive where account_id = ${accountId}`.execute(executor);
  await sql`delete from ping_quota where account_id = ${accountId}`.execute(executor);
}

/** Deletes the pings that found a position of a device in a time. */
export async function deletePingsDuring(executor: Executor, { deviceId, from, until }: Span): Promise<void> {
  await sql`
    with places as (
      delete from ping_location where device_id = ${deviceId} and at >= ${from} and at < ${until} returning ping_id)
    delete from ping using places where ping.id = places.ping_id`.execute(executor);
  await sql`
    delete from ping_archive where created_at < ${until} and (location ->> 'device_id')::int = ${deviceId}
      and (location ->> 'at')::timestamptz >= ${from} and (location ->> 'at')::timestamptz < ${until}`.execute(
    executor,
  );
}

/** Deletes the positions of a device that installers' pings found. No day counts these pings. */
export async function deletePlacesForInstallers(executor: Executor, deviceId: number): Promise<void> {
  await sql`
    delete from ping_location l using ping p
    where l.device_id = ${deviceId} and p.id = l.ping_id and p.quota_day_no is null`.execute(executor);
  await sql`
    update ping_archive set location = null
    where (location ->> 'device_id')::int = ${deviceId} and ping ->> 'quota_day_no' is null`.execute(executor);
}
