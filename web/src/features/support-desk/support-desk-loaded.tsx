import { failureWords, isRefusal } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card } from '@mantine/core';
import { IconFileUnknown, IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { ReactNode } from 'react';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  failed: string;
  notFound: string;
  children: (data: Data) => ReactNode;
}

/** The page of one thing: its data, or the reason why there is none. */
export function Loaded<Data>({ query: { data, error, refetch }, failed, notFound, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error === null) return <LoadingText />;
  const isMissing = isRefusal(error, 'not_found');
  return (
    <Card>
      <EmptyState
        icon={isMissing ? IconFileUnknown : IconPlugConnectedX}
        text={isMissing ? notFound : `${failed}. ${failureWords(error)}`}
        action={
          !isMissing && (
            <Button variant="default" onClick={() => void refetch()}>
              {accountsTexts.tryAgain}
            </Button>
          )
        }
      />
    </Card>
  );
}
