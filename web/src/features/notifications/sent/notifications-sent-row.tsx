import { formatExact, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Age } from '#ui/data/age.tsx';
import { Badge, Button } from '@mantine/core';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import { notificationsTexts, sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { NotificationTypeBadge } from '../notifications-type.tsx';
import classes from './notifications-sent.module.css';

interface SentNotificationRowProps {
  notification: SentNotification;
  onView: () => void;
}

/** A card of the staff page: badges, words, and when, by whom and until when. */
export function SentNotificationRow({ notification, onView }: SentNotificationRowProps) {
  const { title, message } = notification;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div className={classes.badges}>
          <NotificationBadges notification={notification} />
        </div>
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>
        <p className={classes.excerpt} dir="auto">
          {message}
        </p>
        <NotificationFacts notification={notification} />
      </div>
      <Button
        variant="default"
        size="sm"
        className={classes.view ?? ''}
        aria-label={texts.viewOf(title)}
        onClick={onView}
      >
        {texts.view}
      </Button>
    </li>
  );
}

export function NotificationBadges({ notification }: { notification: SentNotification }) {
  const { type, audience, isRead, expiresAt, withdrawnAt } = notification;
  const nowMs = useNow('halfMinute');
  const isExpired = withdrawnAt === null && expiresAt !== null && toEpochMs(expiresAt) <= nowMs;
  return (
    <>
      <NotificationTypeBadge type={type} />
      <Badge color="gray">{texts.audiences[audience]}</Badge>
      {!isRead && <Badge variant="filled">{notificationsTexts.unread}</Badge>}
      {withdrawnAt !== null && <Badge color="gray">{texts.withdrawn}</Badge>}
      {isExpired && <Badge color="gray">{texts.expired}</Badge>}
    </>
  );
}

export function NotificationFacts({ notification }: { notification: SentNotification }) {
  const { createdAt, createdBy, expiresAt } = notification;
  return (
    <p className={classes.facts}>
      <span>
        <Age at={createdAt} prefix={texts.created} /> {texts.createdBy(createdBy)}
      </span>
      {expiresAt !== null && (
        <span>
          {texts.expires} {formatExact(expiresAt)}
        </span>
      )}
    </p>
  );
}
