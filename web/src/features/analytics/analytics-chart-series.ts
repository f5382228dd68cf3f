import { csvCell } from '@trace/contract/fleet/fleet.table.rules';
import { OTHER_FIRMWARE, type TallySeries } from '@trace/contract/analytics/analytics.rules';
import type { Charts } from '@trace/contract/analytics/analytics.schema';
import { chartsTexts as texts } from '@trace/contract/analytics/analytics.texts';

export interface ChartSeries {
  label: string;
  /** A colour of the kit or of CSS. */
  color: string;
  /** A value per day. Null: not measured. */
  values: readonly (number | null)[];
}

export interface ChartView {
  name: keyof typeof texts.charts;
  title: string;
  /** Lines show a state, bars show events of a day. */
  kind: 'lines' | 'bars';
  days: readonly string[];
  series: readonly ChartSeries[];
}

/** The petrol of light cards is too dark for dark ones. */
const PETROL = 'light-dark(var(--mantine-color-petrol-6), var(--mantine-color-petrol-4))';
const VERSION_COLORS = [PETROL, 'amber.5', 'green.5', 'violet.5', 'blue.5', 'red.4', 'petrol.3', 'amber.3'];

/** ANA-06: the charts of the page, from the counts of the server. */
export function chartsOf({ days, tallies, gauges, firmware }: Charts): ChartView[] {
  const tally = (series: TallySeries, color: string): ChartSeries => ({
    ...{ label: texts.series[series], color },
    values: tallies[series],
  });
  const chart = (name: ChartView['name'], kind: ChartView['kind'], series: ChartSeries[]): ChartView => ({
    ...{ name, kind, days, series },
    title: texts.charts[name],
  });
  return [
    chart('devices', 'lines', [
      { label: texts.total, color: PETROL, values: gauges['devices.total'] },
      { label: texts.activeDevices, color: 'green.5', values: gauges['devices.active'] },
    ]),
    chart('registrations', 'bars', [tally('devices.registered', PETROL)]),
    chart('pings', 'bars', [
      tally('pings.located', 'green.5'),
      tally('pings.no_fix', 'amber.5'),
      tally('pings.failed', 'red.5'),
      tally('pings.unreachable', 'violet.5'),
      tally('pings.cancelled', 'gray.5'),
    ]),
    chart('tickets', 'bars', [
      tally('tickets.low', 'gray.5'),
      tally('tickets.medium', 'blue.5'),
      tally('tickets.high', 'amber.5'),
      tally('tickets.urgent', 'red.5'),
    ]),
    chart('panics', 'bars', [tally('panics.alarm', 'red.5'), tally('panics.test', 'gray.5')]),
    chart('firmware', 'lines', firmware.map(versionSeries)),
  ];
}

const versionSeries = ({ version, counts }: Charts['firmware'][number], index: number): ChartSeries => ({
  label: version === OTHER_FIRMWARE ? texts.otherVersions : version,
  color: version === OTHER_FIRMWARE ? 'gray.5' : (VERSION_COLORS[index] ?? 'gray.5'),
  values: counts,
});

/** A line per day. A version that a device reported could begin like a formula, so every cell is made safe. */
export function csvOf({ days, series }: ChartView): string {
  const head = [texts.day, ...series.map(({ label }) => label)];
  const lines = days.map((day, index) => [day, ...series.map(({ values }) => String(values[index] ?? ''))]);
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
