import { gaugeSeries, tallySeries, type ChartDays } from '@trace/contract/analytics/analytics.rules';
import type { Charts } from '@trace/contract/analytics/analytics.schema';
import { addDays, dayIn, dayStart } from '@trace/contract/kernel/calendar';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Tallies } from './analytics.tallies.service.ts';
import {
  findCountedUntil,
  listDayCounts,
  listDayGauges,
  type DayCount,
  type DayGauge,
} from './analytics.tallies.store.ts';

export interface ChartsDependencies {
  database: Database;
  clock: Clock;
  tallies: Pick<Tallies, 'count' | 'measure'>;
}

export type ChartsService = ReturnType<typeof createCharts>;

export function createCharts({ database, clock, tallies }: ChartsDependencies) {
  return {
    /** ANA-06: the stored tallies and the events since. Days are calendar days of the viewer's time zone. */
    async charts({ timeZone }: Actor, length: ChartDays): Promise<Charts> {
      const now = clock.now();
      const today = dayIn(timeZone, now);
      const days = Array.from({ length }, (_, index) => addDays(today, index + 1 - length));
      const from = dayStart(timeZone, days[0]!);
      // Read first. A quarter that is stored meanwhile belongs to the tail, so the tallies are read up to here only.
      const until = (await findCountedUntil(database.sql)) ?? from;
      const tailFrom = until > from ? until : from;
      const [stored, tail, gauges, present] = await Promise.all([
        listDayCounts(database.sql, { from, until }, timeZone),
        tallies.count(database.sql, tailFrom, new Date(now.getTime() + 1)),
        listDayGauges(database.sql, from, timeZone),
        tallies.measure(),
      ]);
      const counts: DayCount[] = [...stored, ...tail.map((one) => ({ ...one, day: dayIn(timeZone, one.at) }))];
      const measured: DayGauge[] = [
        // Today first, because its versions come with most devices first.
        ...present.map((gauge) => ({ ...gauge, day: today })),
        ...gauges.filter(({ day }) => day !== today),
      ];
      return { timeZone, days, ...presentDays(days, counts, measured) };
    },
  };
}

/** Returns a value per day for each series. */
function presentDays(
  days: readonly string[],
  counts: readonly DayCount[],
  measured: readonly DayGauge[],
): Omit<Charts, 'timeZone' | 'days'> {
  const sums = new Map<string, number>();
  const keyOf = (series: string, day: string): string => `${series} ${day}`;
  for (const { series, day, count } of counts) {
    const key = keyOf(series, day);
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const values = new Map(measured.map(({ series, label, day, count }) => [keyOf(`${series}/${label}`, day), count]));
  const isMeasured = new Set(measured.map(({ day }) => day));
  const daily = (series: string, label: string): (number | null)[] =>
    days.map((day) => values.get(keyOf(`${series}/${label}`, day)) ?? (isMeasured.has(day) ? 0 : null));
  const versions = new Map(
    measured.flatMap(({ series, label, count }) => (series === 'firmware' ? [[label, count] as const] : [])),
  );
  return {
    tallies: Object.fromEntries(
      tallySeries.map((series) => [series, days.map((day) => sums.get(keyOf(series, day)) ?? 0)]),
    ) as Charts['tallies'],
    gauges: Object.fromEntries(gaugeSeries.map((series) => [series, daily(series, '')])) as Charts['gauges'],
    firmware: [...versions.keys()].map((version) => ({ version, counts: daily('firmware', version) })),
  };
}
