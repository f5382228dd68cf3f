import { SectionCard } from '#ui/layout/section-card.tsx';
import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { useId } from 'react';
import classes from './accounts-settings.module.css';

const schemes = Object.entries(accountsTexts.schemes).map(([value, label]) => ({ value, label }));

/** Offers light, dark or the system's colour scheme. */
export function AccountsAppearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    <SectionCard title={accountsTexts.appearance} isFlush>
      <div className={classes.fact}>
        <span id={labelId}>
          {accountsTexts.colours}
          <span className={classes.note}>{accountsTexts.appearanceText}</span>
        </span>
        <SegmentedControl
          aria-labelledby={labelId}
          data={schemes}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        />
      </div>
    </SectionCard>
  );
}
