import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card, SegmentedControl, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { analyticsRules, type ChartDays } from '@trace/contract/analytics/analytics.rules';
import { chartsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { useId, useState } from 'react';
import { AnalyticsChartCard } from './analytics-chart-card.tsx';
import { chartsOf } from './analytics-chart-series.ts';
import { useCharts } from './analytics.queries.ts';
import classes from './analytics.module.css';

/** ANA-06: counts over 30 or 90 days. */
export function AnalyticsCharts() {
  const titleId = useId();
  const [days, setDays] = useState<ChartDays>(30);
  const { data, error, refetch } = useCharts(days);
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={titleId}>
            {texts.title}
          </Title>
          {data && <p className={classes.caption}>{texts.inZone(data.timeZone)}</p>}
        </div>
        <SegmentedControl
          aria-label={texts.span}
          value={String(days)}
          onChange={(value) => setDays(Number(value) as ChartDays)}
          data={analyticsRules.chartDays.map((each) => ({ value: String(each), label: texts.days(each) }))}
        />
      </div>
      {data && (
        <div className={classes.charts}>
          {chartsOf(data).map((chart) => (
            <AnalyticsChartCard key={chart.name} chart={chart} />
          ))}
        </div>
      )}
      {!data && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error && (
        <Card role="alert">
          <EmptyState
            icon={IconPlugConnectedX}
            text={`${texts.failed} ${failureWords(error)}`}
            action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
          />
        </Card>
      )}
    </section>
  );
}
