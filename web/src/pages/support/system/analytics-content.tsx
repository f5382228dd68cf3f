import { AnalyticsActivity } from '#features/analytics/analytics-activity.tsx';
import { AnalyticsDeviceCards, AnalyticsTicketCards } from '#features/analytics/analytics-cards.tsx';
import { AnalyticsCategories } from '#features/analytics/analytics-categories.tsx';
import { AnalyticsCharts } from '#features/analytics/analytics-charts.tsx';
import { AnalyticsCountries } from '#features/analytics/analytics-countries.tsx';
import { AnalyticsNicknames } from '#features/analytics/analytics-nicknames.tsx';
import { AnalyticsTickets } from '#features/analytics/analytics-tickets.tsx';
import { useAnalytics } from '#features/analytics/analytics.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import classes from './analytics.module.css';

export function AnalyticsContent() {
  const { data, error, refetch } = useAnalytics();
  if (!data && !error) return <LoadingText>{texts.loading}</LoadingText>;
  if (!data)
    return (
      <Card role="alert">
        <EmptyState
          icon={IconPlugConnectedX}
          text={`${texts.failed}. ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
        />
      </Card>
    );
  return (
    <div className={classes.content}>
      <AnalyticsDeviceCards devices={data.devices} />
      <div className={classes.columns}>
        <AnalyticsCountries byCountry={data.byCountry} />
        <AnalyticsCategories byCategory={data.byCategory} />
      </div>
      <AnalyticsNicknames nicknames={data.nicknames} />
      <AnalyticsCharts />
      <AnalyticsTicketCards tickets={data.tickets} />
      <AnalyticsTickets tickets={data.tickets} />
      <AnalyticsActivity activity={data.activity} />
    </div>
  );
}
