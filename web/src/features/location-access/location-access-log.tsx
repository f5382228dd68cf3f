import { MoreButton } from '#ui/data/table/more-button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card, Select, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { useState } from 'react';
import classes from './location-access-log.module.css';
import { LocationAccessLooks } from './location-access-log-entries.tsx';
import { looksQuery } from './location-access.log.queries.ts';

interface LedgerProps {
  devices: readonly { serialNumber: string; name: string }[];
}

/** LOCREQ-04: every view by another user, grouped by day, newest first. */
export function LocationAccessLedger({ devices }: LedgerProps) {
  const [serial, setSerial] = useState<string | null>(null);
  return (
    <section aria-labelledby="looks-history" className={classes.ledger}>
      <div className={classes.head}>
        <Title order={2} id="looks-history">
          {accessUserTexts.history}
        </Title>
        {devices.length > 1 && (
          <Select
            aria-label={accessUserTexts.device}
            placeholder={accessUserTexts.allDevices}
            clearable
            data={devices.map(({ serialNumber, name }) => ({ value: serialNumber, label: name }))}
            value={serial}
            onChange={setSerial}
          />
        )}
      </div>
      <Looks serial={serial ?? undefined} />
    </section>
  );
}

function Looks({ serial }: { serial: string | undefined }) {
  const query = useInfiniteQuery(looksQuery(serial));
  const { data, isError, refetch } = query;
  if (!data) {
    if (!isError) return <LoadingText>{accessUserTexts.loading}</LoadingText>;
    const again = <Button onClick={() => void refetch()}>{accessUserTexts.tryAgain}</Button>;
    return <EmptyState icon={IconEye} text={accessUserTexts.loadFailed} action={again} />;
  }
  const looks = data.pages.flatMap((page) => page.looks);
  if (looks.length === 0) {
    const text = serial === undefined ? accessUserTexts.nothingSeen : accessUserTexts.nothingSeenOf;
    return <p className={classes.none}>{text}</p>;
  }
  return (
    <Card padding={0}>
      <LocationAccessLooks looks={looks} />
      <div className={classes.foot}>
        <span>{accessUserTexts.kept}</span>
        <MoreButton query={query} label={accessUserTexts.showEarlier} size="sm" />
      </div>
    </Card>
  );
}
