import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconTag } from '@tabler/icons-react';
import type { Analytics } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import classes from './analytics.module.css';

/** ANA-03: the ten most frequent nicknames. */
export function AnalyticsNicknames({ nicknames }: Pick<Analytics, 'nicknames'>) {
  return (
    <SectionCard title={texts.nicknames}>
      {nicknames.length === 0 ? (
        <EmptyState icon={IconTag} text={texts.noNicknames} />
      ) : (
        <ul className={classes.nicknames}>
          {nicknames.map(({ nickname, count }) => (
            <li key={nickname} className={classes.nickname}>
              <span className={classes.name} dir="auto">
                {nickname}
              </span>
              <span className={classes.caption}>{texts.devices(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
