import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconPlugConnectedX, type TablerIcon } from '@tabler/icons-react';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { ReactNode } from 'react';
import { MoreButton, type PagedQuery } from './more-button.tsx';
import classes from './paged-list.module.css';

interface PagedListProps {
  query: PagedQuery & {
    readonly data: unknown;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  count: number;
  icon: TablerIcon;
  loading?: string;
  empty: string;
  /** Returns the text for a failure with this reason. */
  failed: (reason: string) => string;
  more: string;
  /** Shows the rows. */
  children: ReactNode;
}

/** A list of the server that is loaded in pages: its rows, or the reason why there are none. */
export function PagedList({ query, count, icon, loading, empty, failed, more, children }: PagedListProps) {
  const { data, error, refetch } = query;
  if (data === undefined && error !== null)
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        text={failed(failureWords(error))}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {accountsTexts.tryAgain}
          </Button>
        }
      />
    );
  if (data === undefined) return <LoadingText>{loading ?? 'Loading...'}</LoadingText>;
  if (count === 0) return <EmptyState icon={icon} text={empty} />;
  return (
    <>
      {children}
      <MoreButton query={query} label={more} placeClass={classes.more} />
    </>
  );
}
