import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { NotificationBadges, NotificationFacts } from './notifications-sent-row.tsx';
import classes from './notifications-sent.module.css';

interface NotificationViewDialogProps {
  notification: SentNotification;
  onWithdraw: () => void;
  onClose: () => void;
}

/** The whole notification, and the way to withdraw it. */
export function NotificationViewDialog({ notification, onWithdraw, onClose }: NotificationViewDialogProps) {
  const { title, message, withdrawnAt } = notification;
  return (
    <Dialog isOpen isTall size="md" title={title} onClose={onClose}>
      <div className={classes.badges}>
        <NotificationBadges notification={{ ...notification, isRead: true }} />
      </div>
      <p className={classes.message} dir="auto">
        {message}
      </p>
      <NotificationFacts notification={notification} />
      <DialogActions>
        {withdrawnAt === null && (
          <Button variant="outline" color="red" onClick={onWithdraw}>
            {texts.withdraw}
          </Button>
        )}
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
