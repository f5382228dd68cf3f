import { useOverview } from '#features/fleet/fleet.overview.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import type { ReactNode } from 'react';

/** Renders the overview. Loading and failure look the same on every page. */
export function OverviewFrame({ children }: { children: (overview: Overview) => ReactNode }) {
  const { data, error, refetch } = useOverview();
  if (data) return children(data);
  if (!error) return <LoadingText>{texts.loading}</LoadingText>;
  return (
    <Card role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        text={`${texts.loadFailed} ${failureWords(error)}`}
        action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
      />
    </Card>
  );
}
