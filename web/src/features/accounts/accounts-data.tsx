import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import classes from './accounts-settings.module.css';
import { useDownloadData } from './accounts.queries.ts';

/** Downloads all data that the portal stores about the user (SET-03). */
export function AccountsData() {
  const download = useDownloadData();
  return (
    <SectionCard title={accountsTexts.data} isFlush>
      <div className={classes.fact}>
        <span>{accountsTexts.dataText}</span>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {accountsTexts.download}
        </Button>
      </div>
    </SectionCard>
  );
}
