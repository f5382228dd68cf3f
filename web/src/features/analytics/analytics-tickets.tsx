import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconMessage } from '@tabler/icons-react';
import type { Analytics } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { AnalyticsBar } from './analytics-bar.tsx';
import classes from './analytics.module.css';

/** ANA-05: tickets by priority and status, and the most frequent words of their subjects. */
export function AnalyticsTickets({ tickets }: Pick<Analytics, 'tickets'>) {
  const { byPriority, byStatus, issueWords } = tickets;
  return (
    <div className={classes.thirds}>
      <BarCard
        title={texts.byPriority}
        bars={byPriority.map(({ priority, count }) => ({ name: ticketsTexts.priorities[priority], count }))}
      />
      <BarCard
        title={texts.byStatus}
        bars={byStatus.map(({ status, count }) => ({ name: ticketsTexts.statuses[status], count }))}
      />
      <BarCard title={texts.issueWords} bars={issueWords.map(({ word, count }) => ({ name: word, count }))} />
    </div>
  );
}

function BarCard({ title, bars }: { title: string; bars: readonly { name: string; count: number }[] }) {
  const most = Math.max(...bars.map(({ count }) => count), 0);
  return (
    <SectionCard title={title}>
      {bars.length === 0 ? (
        <EmptyState icon={IconMessage} text={texts.noIssueWords} />
      ) : (
        <ul className={classes.list}>
          {bars.map(({ name, count }) => (
            <li key={name} className={classes.plain}>
              <AnalyticsBar name={name} count={count} most={most} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
