import { fixesQuery } from '#features/tracking/tracking.fix.queries.ts';
import { useNow } from '#lib/now.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { IconMoon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readinessTexts as texts } from '@trace/contract/subscription/subscription.plan.texts';
import type { DashboardParts } from '../dashboard-parts.ts';
import classes from './dashboard-readiness.module.css';
import { readinessOf } from './device-readiness.ts';

/** More lines than these hide the price; the rest is counted. */
const MOST_LINES = 3;

/** The check of the devices before a user pays for live tracking. */
export function DashboardReadiness({ devices, statuses }: Pick<DashboardParts, 'devices' | 'statuses'>) {
  const fixes = useQuery(fixesQuery);
  const nowMs = useNow('halfMinute');
  if (fixes.isPending) return <LoadingText />;
  const { summary, troubles, notes } = readinessOf({ devices, statuses, fixes: fixes.data ?? null }, nowMs);
  const left = troubles.length + notes.length - MOST_LINES;
  return (
    <section aria-label={texts.title} className={classes.readiness}>
      <h3>{texts.title}</h3>
      {summary !== null && <OutcomeLine tone="good">{summary}</OutcomeLine>}
      {troubles.slice(0, MOST_LINES).map((words) => (
        <OutcomeLine key={words} tone="bad">
          {words}
        </OutcomeLine>
      ))}
      {notes.slice(0, Math.max(0, MOST_LINES - troubles.length)).map((words) => (
        <p key={words} className={classes.note}>
          <IconMoon size={17} stroke={1.8} aria-hidden="true" /> {words}
        </p>
      ))}
      {left > 0 && <p>{texts.more(left)}</p>}
      {troubles.length > 0 && devices.length > 0 && <p>{texts.advice}</p>}
    </section>
  );
}
