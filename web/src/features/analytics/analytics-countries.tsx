import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconWorld } from '@tabler/icons-react';
import type { Analytics, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { AnalyticsBar } from './analytics-bar.tsx';
import { AnalyticsGroupButton } from './analytics-group-button.tsx';
import { categoryName, countryName } from './analytics-names.ts';
import classes from './analytics.module.css';

/** ANA-02: the ten countries with most devices. */
export function AnalyticsCountries({ byCountry }: Pick<Analytics, 'byCountry'>) {
  const most = byCountry[0]?.count ?? 0;
  return (
    <SectionCard title={texts.byCountry}>
      {byCountry.length === 0 ? (
        <EmptyState icon={IconWorld} text={texts.noDevices} />
      ) : (
        <ul className={classes.list}>
          {byCountry.map(({ country, count }) => (
            <li key={country}>
              <AnalyticsGroupButton group={{ country }} detailOf={categoryOf}>
                <AnalyticsBar name={countryName(country)} count={count} most={most} />
              </AnalyticsGroupButton>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

const categoryOf = ({ category }: GroupDevice): string =>
  category === 'uncategorized' ? texts.unknown : categoryName(category);
