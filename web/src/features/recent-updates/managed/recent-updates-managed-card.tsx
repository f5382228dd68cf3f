import { PagedList } from '#ui/data/table/paged-list.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ManagedUpdate } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { useState } from 'react';
import { ManagedUpdateRow } from './recent-updates-managed-row.tsx';
import classes from './recent-updates-managed.module.css';
import { managedUpdatesQuery, useDeleteUpdate } from './recent-updates.managed.queries.ts';

/** UPD-01: all updates with their number, newest published first. */
export function ManagedUpdatesCard() {
  const query = useInfiniteQuery(managedUpdatesQuery);
  const [asked, setAsked] = useState<ManagedUpdate | null>(null);
  /** The versions that the person edits, even when a colleague saves another version or deletes the update meanwhile. */
  const [edited, setEdited] = useState<readonly ManagedUpdate[]>([]);
  const { remove, isPending } = useDeleteUpdate();
  const updates = query.data?.pages.flatMap((page) => page.updates) ?? [];
  const deleted = edited.filter(({ id }) => !updates.some((update) => update.id === id));
  const shown = [...deleted, ...updates];
  return (
    <SectionCard title={texts.list(query.data?.pages[0]?.total ?? 0)} isFlush>
      <PagedList
        query={query}
        count={shown.length}
        icon={IconSpeakerphone}
        loading={texts.loading}
        empty={texts.empty}
        failed={texts.loadFailed}
        more={texts.more}
      >
        <ul className={classes.list}>
          {shown.map((update) => (
            <ManagedUpdateRow
              key={update.id}
              update={update}
              edited={edited.find(({ id }) => id === update.id) ?? null}
              onEdit={() => setEdited([...edited, update])}
              onClose={() => setEdited((before) => before.filter(({ id }) => id !== update.id))}
              onDelete={() => setAsked(update)}
            />
          ))}
        </ul>
      </PagedList>
      <ConfirmDialog
        isOpen={asked !== null}
        title={texts.deleteTitle}
        confirmLabel={texts.delete}
        isWorking={isPending}
        onConfirm={() => asked && remove(asked, () => setAsked(null))}
        onClose={() => setAsked(null)}
      >
        {texts.deleteQuestion} {asked && texts.deleteLost(asked.title)}
      </ConfirmDialog>
    </SectionCard>
  );
}
