import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { AlertsChoices } from './alerts-choices.tsx';
import { AlertsPush } from './alerts-push.tsx';
import classes from './alerts-settings-card.module.css';
import { AlertsTest } from './alerts-test.tsx';
import { alertSettingsQuery } from './alerts.settings.queries.ts';

/** Settings for alerts: which kinds, by which channel and when. */
export function AlertsSettingsCard() {
  const { data, isError, refetch } = useQuery(alertSettingsQuery);
  const again = <Button onClick={() => void refetch()}>{accountsTexts.tryAgain}</Button>;
  return (
    <SectionCard title={texts.title} isFlush>
      <p className={classes.subtitle}>{texts.subtitle}</p>
      {isError && !data && <EmptyState icon={IconBell} text={texts.settingsFailed} action={again} />}
      {!data && !isError && <LoadingText />}
      {data && (
        <>
          <AlertsChoices settings={data} />
          <AlertsPush push={data.push} />
          <AlertsTest />
        </>
      )}
    </SectionCard>
  );
}
