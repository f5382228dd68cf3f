import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '@mantine/core';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import { HubQueueCheckButton } from './hub-queue-check-button.tsx';
import { HubQueueResult } from './hub-queue-result.tsx';
import { HubQueueTestForm } from './hub-queue-test-form.tsx';
import classes from './hub-queue.module.css';
import { useRound } from './hub-queue.queries.ts';

const texts = hubQueueTexts.controls;

/** PANIC-01: the test of a hub, the check of all hubs, and the last result. */
export function HubQueueTests() {
  const round = useRound();
  return (
    <Stack gap="lg">
      <SectionCard title={texts.title}>
        <div className={classes.controls}>
          <HubQueueTestForm round={round} />
          <HubQueueCheckButton round={round} />
        </div>
      </SectionCard>
      <HubQueueResult result={round.data} />
    </Stack>
  );
}
