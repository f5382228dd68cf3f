import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconHistory } from '@tabler/icons-react';
import type { Analytics } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import classes from './analytics.module.css';

/** ANA-05: the ten newest entries of the activity log. */
export function AnalyticsActivity({ activity }: Pick<Analytics, 'activity'>) {
  return (
    <SectionCard title={texts.activity} isFlush>
      {activity.length === 0 ? (
        <EmptyState icon={IconHistory} text={texts.noActivity} />
      ) : (
        <ul className={classes.rows}>
          {activity.map(({ id, action, email, at }) => (
            <li key={id} className={classes.row}>
              <span className={classes.words}>
                <span className={classes.name}>{texts.actions[action] ?? action}</span>
                <span className={classes.caption}>{email}</span>
              </span>
              <span className={classes.caption}>
                <Age at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
