import type { GaugeSeries, TallySeries } from '@trace/contract/analytics/analytics.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The number of events in the quarter of an hour that begins at `at`. */
export interface Tally {
  readonly at: Date;
  readonly series: TallySeries;
  readonly count: number;
}

/** A measurement in the quarter of an hour that begins at `at`. */
export interface Gauge {
  readonly series: GaugeSeries | 'firmware';
  /** The firmware version, otherwise ''. */
  readonly label: string;
  readonly count: number;
}

/** Locks the progress until commit, so that two processes never count the same quarter. */
export async function lockProgress(tx: Executor): Promise<Date | null> {
  const { rows } = await sql<{ countedUntil: Date | null }>`
    select counted_until from analytics_progress for update`.execute(tx);
  return rows[0]!.countedUntil;
}

export async function saveCountedUntil(tx: Executor, until: Date): Promise<void> {
  await sql`update analytics_progress set counted_until = ${until}`.execute(tx);
}

export async function findCountedUntil(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ countedUntil: Date | null }>`select counted_until from analytics_progress`.execute(
    executor,
  );
  return rows[0]!.countedUntil;
}

export async function insertTallies(tx: Executor, tallies: readonly Tally[]): Promise<void> {
  await sql`
    insert into analytics_tally (at, series, count)
    select * from unnest(${tallies.map(({ at }) => at)}::timestamptz[], ${tallies.map(({ series }) => series)}::text[],
      ${tallies.map(({ count }) => count)}::int[])`.execute(tx);
}

/** Deletes all tallies, and the measurements before an instant. */
export async function deleteCounts(tx: Executor, before: Date): Promise<void> {
  await sql`delete from analytics_tally`.execute(tx);
  await sql`delete from analytics_gauge where at < ${before}`.execute(tx);
}

/** The first measurement of a quarter counts. */
export async function insertGauges(tx: Executor, at: Date, gauges: readonly Gauge[]): Promise<void> {
  await sql`
    insert into analytics_gauge (at, series, label, count)
    select ${at}::timestamptz, * from unnest(${gauges.map(({ series }) => series)}::text[],
      ${gauges.map(({ label }) => label)}::text[], ${gauges.map(({ count }) => count)}::int[])
    on conflict do nothing`.execute(tx);
}

export interface DayCount {
  readonly day: string;
  readonly series: TallySeries;
  readonly count: number;
}

/** Sums of the calendar days of a time zone. */
export async function listDayCounts(
  executor: Executor,
  span: { from: Date; until: Date },
  timeZone: string,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select (at at time zone ${timeZone})::date as day, series, sum(count)::int as count from analytics_tally
    where at >= ${span.from} and at < ${span.until} group by 1, 2`.execute(executor);
  return rows;
}

export interface DayGauge extends Gauge {
  readonly day: string;
}

/** The last measurement of each calendar day of a time zone since `from`. */
export async function listDayGauges(executor: Executor, from: Date, timeZone: string): Promise<DayGauge[]> {
  const { rows } = await sql<DayGauge>`
    with last as (
      select (at at time zone ${timeZone})::date as day, max(at) as at from analytics_gauge
      where series = 'devices.total' and at >= ${from} group by 1
    )
    select last.day, series, label, count from last join analytics_gauge using (at)`.execute(executor);
  return rows;
}

/**
 * Replaces the quarters of the UTC days before `before` by one row per day. RET-05: sums below `smallest` are not kept.
 */
export async function foldTallies(tx: Executor, before: Date, smallest: number): Promise<void> {
  await sql`
    with folded as (
      delete from analytics_tally where at < ${before} and at <> date_trunc('day', at, 'UTC') returning at, series, count
    ), sums as (
      select date_trunc('day', at, 'UTC') as day, series, sum(count)::int as count from folded group by 1, 2
    )
    insert into analytics_tally as t (at, series, count) select day, series, count from sums
    on conflict (at, series) do update set count = t.count + excluded.count`.execute(tx);
  await sql`delete from analytics_tally where at < ${before} and count < ${smallest}`.execute(tx);
}

/** Keeps the last measurement of each UTC day before `before`. RET-05: counts below `smallest` are not kept. */
export async function thinGauges(tx: Executor, before: Date, smallest: number): Promise<void> {
  await sql`
    delete from analytics_gauge g where at < ${before} and (count < ${smallest} or at < (
      select max(l.at) from analytics_gauge l where l.series = g.series and l.label = g.label
        and l.at < date_trunc('day', g.at, 'UTC') + interval '1 day'))`.execute(tx);
}
