import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { RingProgress } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import type { Analytics, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { AnalyticsGroupButton } from './analytics-group-button.tsx';
import { categoryName, countryName } from './analytics-names.ts';
import classes from './analytics.module.css';

/** The largest categories have colours of their own. The others share a grey. */
const COLORS = ['petrol', 'petrol.4', 'amber.5', 'green.5', 'violet.5', 'blue.4'] as const;
/** The petrol of light cards is too dark for dark ones. */
const BOTH_SCHEMES: Readonly<Record<string, string>> = {
  petrol: 'light-dark(var(--mantine-color-petrol-7), var(--mantine-color-petrol-5))',
  'petrol.4': 'light-dark(var(--mantine-color-petrol-4), var(--mantine-color-petrol-3))',
};

/** ANA-03: all categories, most devices first. */
export function AnalyticsCategories({ byCategory }: Pick<Analytics, 'byCategory'>) {
  const total = byCategory.reduce((sum, { count }) => sum + count, 0);
  if (total === 0)
    return (
      <SectionCard title={texts.byCategory}>
        <EmptyState icon={IconCategory} text={texts.noDevices} />
      </SectionCard>
    );
  return (
    <SectionCard title={texts.byCategory}>
      <RingProgress
        aria-hidden="true"
        className={classes.ring ?? ''}
        size={190}
        thickness={26}
        sectionGap={byCategory.length > 1 ? 2 : 0}
        sections={byCategory.map(({ count }, index) => ({ value: (100 * count) / total, color: colorAt(index) }))}
        label={<span className={classes.ringLabel}>{total.toLocaleString('en')}</span>}
      />
      <ul className={classes.list}>
        {byCategory.map(({ category, count }, index) => (
          <li key={category}>
            <AnalyticsGroupButton group={{ category }} detailOf={countryOf}>
              <span className={classes.legend}>
                <span className={classes.swatch} data-color={COLORS[index] ?? 'other'} aria-hidden="true" />
                <span className={classes.barName}>{categoryName(category)}</span>
                <span className={classes.count}>{count.toLocaleString('en')}</span>
              </span>
            </AnalyticsGroupButton>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** The colour of the ring. The swatches have the same in the style sheet. */
function colorAt(index: number): string {
  const color = COLORS[index] ?? 'gray.4';
  return BOTH_SCHEMES[color] ?? color;
}

const countryOf = ({ country }: GroupDevice): string => countryName(country);
