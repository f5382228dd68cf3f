import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { NativeSelect } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notificationRules, notificationTypes } from '@trace/contract/notifications/notifications.rules';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import { notificationsTexts, sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { useState } from 'react';
import { useReadNotifications } from '../notifications.queries.ts';
import { SentNotificationRow } from './notifications-sent-row.tsx';
import classes from './notifications-sent.module.css';
import { NotificationViewDialog } from './notifications-view-dialog.tsx';
import { sentQuery, useWithdrawNotification, type SentFilter } from './notifications.sent.queries.ts';

interface SentNotificationsCardProps {
  filter: SentFilter;
  onChange: (changed: SentFilter) => void;
}

/** NOTF-01: every notification that was sent, searched by title, message and creator, and filtered by type. */
export function SentNotificationsCard({ filter, onChange }: SentNotificationsCardProps) {
  const query = useInfiniteQuery(sentQuery(filter));
  const [viewed, setViewed] = useState<SentNotification | null>(null);
  const [asked, setAsked] = useState<SentNotification | null>(null);
  const read = useReadNotifications();
  const withdraw = useWithdrawNotification();
  const notifications = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  const isFiltered = filter.search !== '' || filter.type !== undefined;
  const view = (notification: SentNotification) => {
    setViewed(notification);
    if (!notification.isRead) read.mutate([notification.id]);
  };
  return (
    <SectionCard title={notificationsTexts.title} isFlush>
      <div className={classes.filters}>
        <SearchField
          label={texts.search}
          maxLength={notificationRules.searchMaxLength}
          text={filter.search}
          onSearch={(search) => onChange({ ...filter, search })}
        />
        <TypeFilter type={filter.type} onChange={(type) => onChange({ ...filter, type })} />
      </div>
      <PagedList
        query={query}
        count={notifications.length}
        icon={IconBell}
        empty={isFiltered ? texts.emptySearch : texts.empty}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        <ul className={classes.list} aria-label={notificationsTexts.title}>
          {notifications.map((notification) => (
            <SentNotificationRow key={notification.id} notification={notification} onView={() => view(notification)} />
          ))}
        </ul>
      </PagedList>
      {viewed && (
        <NotificationViewDialog
          notification={viewed}
          onClose={() => setViewed(null)}
          onWithdraw={() => {
            setViewed(null);
            setAsked(viewed);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={texts.withdrawTitle}
        confirmLabel={texts.withdraw}
        isWorking={withdraw.isPending}
        onConfirm={() => asked && withdraw.mutate(asked, { onSettled: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      >
        {asked && texts.withdrawQuestion(asked.title)}
      </ConfirmDialog>
    </SectionCard>
  );
}

const typeOptions = [
  { value: '', label: texts.allTypes },
  ...notificationTypes.map((value) => ({ value, label: notificationsTexts.types[value] })),
];

function TypeFilter({ type, onChange }: { type: SentFilter['type']; onChange: (type: SentFilter['type']) => void }) {
  return (
    <NativeSelect
      aria-label={texts.typeFilter}
      className={classes.type ?? ''}
      data={typeOptions}
      value={type ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(notificationTypes.find((each) => each === value))}
    />
  );
}
