import { formatExact } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { Button, VisuallyHidden } from '@mantine/core';
import type { Notification } from '@trace/contract/notifications/notifications.schema';
import { notificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { useRef } from 'react';
import classes from './notifications-section.module.css';
import { NotificationTypeBadge } from './notifications-type.tsx';
import { useReadNotifications } from './notifications.queries.ts';

/** The notifications in the list under the bell. */
export default function NotificationsSection({ notifications }: { notifications: readonly Notification[] }) {
  return (
    <ul className={classes.list} aria-label={texts.title}>
      {notifications.map((notification) => (
        <NotificationRow key={notification.id} {...notification} />
      ))}
    </ul>
  );
}

function NotificationRow({ id, title, message, type, createdAt, expiresAt, isRead }: Notification) {
  const read = useReadNotifications();
  const row = useRef<HTMLLIElement>(null);
  // The button disappears with the click, so the focus moves to the row and stays in the list.
  const markRead = () => read.mutate([id], { onSuccess: () => row.current?.focus() });
  return (
    <li ref={row} tabIndex={-1} className={classes.row} data-unread={!isRead || undefined}>
      <div className={classes.title}>
        {!isRead && <span className={classes.unread} />}
        <NotificationTypeBadge type={type} />
        <bdi>{title}</bdi>
        {!isRead && <VisuallyHidden>{texts.unread}</VisuallyHidden>}
      </div>
      <p className={classes.message} dir="auto">
        {message}
      </p>
      <div className={classes.foot}>
        <Age at={createdAt} />
        {expiresAt !== null && (
          <span>
            {texts.expires} {formatExact(expiresAt)}
          </span>
        )}
        {!isRead && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.read ?? ''}
            loading={read.isPending}
            aria-label={`${texts.markRead}: ${title}`}
            onClick={markRead}
          >
            {texts.markRead}
          </Button>
        )}
      </div>
    </li>
  );
}
