import { formatCalendarDay, formatFileDay } from '#lib/format.ts';
import { saveTextFile } from '#lib/http/save-file.ts';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { FailureBoundary } from '#ui/layout/failure-boundary.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Table } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { chartsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { lazy, Suspense, useState } from 'react';
import { csvOf, type ChartView } from './analytics-chart-series.ts';
import classes from './analytics.module.css';

const DayChart = lazy(() => import('#ui/charts/day-chart.tsx'));

/** ANA-06: a chart, the same values as a table, and as a file. */
export function AnalyticsChartCard({ chart }: { chart: ChartView }) {
  const { name, title, series } = chart;
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  return (
    <SectionCard
      title={title}
      aside={
        !isEmpty && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.7} aria-hidden="true" />}
            aria-label={texts.downloadOf(title)}
            onClick={() => saveTextFile(csvOf(chart), texts.file(name, formatFileDay(Date.now())), 'text/csv')}
          >
            {texts.download}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <EmptyState icon={IconChartBar} text={texts.nothing} />
      ) : (
        <>
          <div className={classes.chart}>
            <FailureBoundary fallback={<EmptyState icon={IconChartBar} text={texts.drawFailed} />}>
              <Suspense fallback={<LoadingText>{texts.drawing}</LoadingText>}>
                <DayChart {...chart} />
              </Suspense>
            </FailureBoundary>
          </div>
          <ChartTable chart={chart} />
        </>
      )}
    </SectionCard>
  );
}

/** Rendered when opened: ninety rows for each of five charts would slow the page down. */
function ChartTable({ chart: { title, days, series } }: { chart: ChartView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.table} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={classes.summary}>{texts.table}</summary>
      {isOpen && (
        // A scrolling part without buttons is reached by the keyboard this way.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} role="group" aria-label={title} tabIndex={0}>
          <DataTable minWidth={120 + 90 * series.length} label={title} isDense>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{texts.day}</Table.Th>
                {series.map(({ label }) => (
                  <Table.Th key={label} scope="col">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {days
                .map((day, index) => (
                  <Table.Tr key={day}>
                    <Table.Th scope="row">{formatCalendarDay(day)}</Table.Th>
                    {series.map(({ label, values }) => (
                      <Table.Td key={label}>{values[index]?.toLocaleString('en') ?? texts.notMeasured}</Table.Td>
                    ))}
                  </Table.Tr>
                ))
                .toReversed()}
            </Table.Tbody>
          </DataTable>
        </div>
      )}
    </details>
  );
}
