import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Button, Card } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import { FirmwareRolloutCard } from './firmware-rollout-card.tsx';
import { isOver } from './firmware-rollout-state.ts';
import { rolloutsQuery } from '../staff/firmware.staff.queries.ts';

/** FWM-03: the rollouts that have not ended, before everything else on the page. */
export function FirmwareRollouts() {
  const { data, error, refetch } = useInfiniteQuery(rolloutsQuery);
  if (data === undefined && error !== null)
    return (
      <Card>
        <EmptyState
          icon={IconPlugConnectedX}
          text={texts.loadFailed(failureWords(error))}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {accountsTexts.tryAgain}
            </Button>
          }
        />
      </Card>
    );
  return data?.pages
    .flatMap(({ rollouts }) => rollouts)
    .filter((rollout) => !isOver(rollout))
    .map((rollout) => <FirmwareRolloutCard key={rollout.id} rollout={rollout} />);
}
