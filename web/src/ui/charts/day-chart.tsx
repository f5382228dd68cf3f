// The only file that imports the chart library. Pages load it on demand.
import '@mantine/charts/styles.layer.css';
// The colours of the legend.
import '@mantine/core/styles/ColorSwatch.layer.css';
import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { BarChart, LineChart } from '@mantine/charts';

export interface DayChartProps {
  /** Read by screen readers. */
  title: string;
  kind: 'lines' | 'bars';
  /** Calendar days, such as '2026-11-22'. */
  days: readonly string[];
  series: readonly { label: string; color: string; values: readonly (number | null)[] }[];
}

const HEIGHT_PX = 240;

/** A line has no length between two days without a value, so that only a dot shows the value. */
const hasLoneValue = ({ values }: DayChartProps['series'][number]): boolean =>
  values.some(
    (value, day) => value !== null && (values[day - 1] ?? null) === null && (values[day + 1] ?? null) === null,
  );

/** A chart with a value per day. Arrow keys move from day to day. Nothing moves by itself. */
export default function DayChart({ title, kind, days, series }: DayChartProps) {
  const nowMs = useNow('halfMinute');
  // Keys without dots, because the library reads a dot as a path.
  const data = days.map((day, index) => ({
    day: formatDay(`${day}T12:00:00Z`, nowMs, { timeZone: 'UTC' }),
    ...Object.fromEntries(series.map(({ values }, nth) => [`s${nth}`, values[index] ?? null])),
  }));
  const common = {
    data,
    dataKey: 'day',
    h: HEIGHT_PX,
    series: series.map(({ label, color }, nth) => ({ name: `s${nth}`, label, color })),
    // A single line is named as well, such as the only firmware version.
    withLegend: series.length > 1 || kind === 'lines',
    legendProps: { verticalAlign: 'bottom' as const },
    valueFormatter: (value: number) => value.toLocaleString('en'),
    yAxisProps: { allowDecimals: false, width: 56 },
    xAxisProps: { minTickGap: 40 },
  };
  return kind === 'lines' ? (
    <LineChart
      {...common}
      withDots={series.some(hasLoneValue)}
      dotProps={{ r: 3 }}
      connectNulls={false}
      curveType="linear"
      lineChartProps={{ title }}
    />
  ) : (
    <BarChart {...common} type="stacked" barChartProps={{ title }} />
  );
}
