import { Title } from '@mantine/core';
import type { Analytics } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { useId } from 'react';
import classes from './analytics.module.css';

/** ANA-01: Device Analytics. */
export function AnalyticsDeviceCards({ devices }: Pick<Analytics, 'devices'>) {
  return (
    <Cards
      title={texts.deviceAnalytics}
      cards={[
        { label: texts.totalDevices, value: devices.total },
        { label: texts.activeDevices, value: devices.active, hint: texts.activeHint },
        { label: texts.newToday, value: devices.newToday },
        { label: texts.countries, value: devices.countries },
      ]}
    />
  );
}

/** ANA-01: Support Metrics. */
export function AnalyticsTicketCards({ tickets }: Pick<Analytics, 'tickets'>) {
  const { total, open, resolved, averageResolutionHours: hours } = tickets;
  return (
    <Cards
      title={texts.supportMetrics}
      cards={[
        { label: texts.totalTickets, value: total },
        { label: texts.openTickets, value: open },
        { label: texts.resolvedTickets, value: resolved },
        { label: texts.averageResolution, value: hours === null ? texts.noHours : texts.hours(hours) },
      ]}
    />
  );
}

interface Card {
  label: string;
  value: number | string;
  hint?: string;
}

function Cards({ title, cards }: { title: string; cards: readonly Card[] }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <Title order={2} id={titleId}>
        {title}
      </Title>
      <dl className={classes.cards}>
        {cards.map(({ label, value, hint }) => (
          <div key={label} className={classes.card}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.number}>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
            {hint && <dd className={classes.caption}>{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
