import { failureWords } from '#lib/http/api.ts';
import { RowCards } from '#ui/data/row-cards.tsx';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlugConnectedX, IconSearch, type TablerIcon } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { operationsRules } from '@trace/contract/operations/operations.rules';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { ReactNode } from 'react';
import classes from './operations-list.module.css';

const TYPING_PAUSE_MS = 300;

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
  const { error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
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
        {hasNextPage && (
          <div className={classes.more}>
            <Button variant="subtle" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.more}
            </Button>
          </div>
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </>
  );
}

/** Searches on the server after a pause in typing. */
export function SearchField({ label, onSearch }: { label: string; onSearch: (search: string) => void }) {
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={operationsRules.searchMaxLength}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
      className={classes.search ?? ''}
      onChange={({ currentTarget }) => search(currentTarget.value.trim())}
    />
  );
}
