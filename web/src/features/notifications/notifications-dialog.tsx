import { BellDialog } from '#ui/dialogs/bell-dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { notificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import NotificationsSection from './notifications-section.tsx';
import type { Received } from './notifications-received.ts';

interface NotificationsDialogProps {
  received: Received;
  anchor: DOMRect;
  onClose: () => void;
}

/** The notifications under the bell of support staff. */
export default function NotificationsDialog({ received, anchor, onClose }: NotificationsDialogProps) {
  const { notifications, unread, readAll } = received;
  return (
    <BellDialog
      title={texts.title}
      closeLabel={texts.close}
      anchor={anchor}
      onClose={onClose}
      foot={
        unread > 0 && (
          <Button variant="subtle" onClick={readAll}>
            {texts.markAllRead}
          </Button>
        )
      }
    >
      {notifications.length === 0 && <EmptyState icon={IconBell} text={texts.empty} />}
      {notifications.length > 0 && <NotificationsSection notifications={notifications} />}
    </BellDialog>
  );
}
