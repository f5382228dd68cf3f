import { failureWords } from '#lib/http/api.ts';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { RowCards } from '#ui/data/table/row-cards.tsx';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconPlugConnectedX, type TablerIcon } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { ReactNode } from 'react';
import classes from './operations-list.module.css';

interface PagedListProps {
  label: string;
  query: Pick<
    UseInfiniteQueryResult<unknown>,
    'error' | 'isPending' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  rows: readonly ReactNode[];
  icon: TablerIcon;
  empty: string;
  onClose: () => void;
}

/** The pages of a list inside its dialog, with what stands there while loading, after a failure and when empty. */
export function PagedList({ label, query, rows, icon, empty, onClose }: PagedListProps) {
  const { error, isPending, refetch } = query;
  return (
    <>
      <div className={classes.rows}>
        {isPending && <LoadingText />}
        {!isPending && error && rows.length === 0 && (
          <EmptyState
            icon={IconPlugConnectedX}
            text={`${texts.loadListFailed}. ${failureWords(error)}`}
            action={
              <Button variant="default" onClick={() => void refetch()}>
                {texts.tryAgain}
              </Button>
            }
          />
        )}
        {!isPending && !error && rows.length === 0 && <EmptyState icon={icon} text={empty} />}
        {rows.length > 0 && <RowCards label={label}>{rows}</RowCards>}
        <MoreButton query={query} label={texts.more} placeClass={classes.more} size="sm" />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </>
  );
}
