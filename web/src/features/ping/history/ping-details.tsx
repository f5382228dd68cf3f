import { formatCoordinates, formatExact } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { HOUR_MS } from '@trace/contract/kernel/time';
import classes from './ping-details.module.css';

/** Shows the selected record: time of the ping, time of the fix (PING-02), and the coordinates to copy. */
export function PingDetails({ location }: { location: PingLocation | undefined }) {
  if (!location) return <p className={classes.none}>{pingHistoryTexts.noneSelected}</p>;
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <dt>{pingHistoryTexts.pinged}</dt>
        <dd>
          <Age at={location.at} staleAfterMs={HOUR_MS} />
        </dd>
        <dt>{pingHistoryTexts.fixTime}</dt>
        <dd title={location.fixAt === null ? undefined : formatExact(location.fixAt)}>
          {location.fixAt === null ? '–' : <Age at={location.fixAt} staleAfterMs={HOUR_MS} />}
        </dd>
      </dl>
      <CopyButton value={formatCoordinates(location)} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.copy ?? ''}
            leftSection={copied ? <IconCheck size={15} stroke={2} /> : <IconCopy size={15} stroke={1.7} />}
            onClick={copy}
          >
            {copied ? pingHistoryTexts.copied : pingHistoryTexts.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
