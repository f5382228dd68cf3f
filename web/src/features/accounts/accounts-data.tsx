import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import classes from './accounts-settings.module.css';
import { useDownloadData } from './accounts.queries.ts';

/** Everything that the portal keeps of the person, to take away (SET-03). */
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
