import { CreateNotificationDialog } from '#features/notifications/sent/notifications-create-dialog.tsx';
import { SentNotificationsCard } from '#features/notifications/sent/notifications-sent-card.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { SupportPage } from './support-page.tsx';

/** System Notifications (NOTF-01, NOTF-02). */
export default function SupportNotificationsPage() {
  const [isCreating, creating] = useDisclosure(false);
  return (
    <SupportPage
      title={texts.page}
      context={texts.context}
      right={
        <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={creating.open}>
          {texts.create}
        </Button>
      }
    >
      <SentNotificationsCard />
      {isCreating && <CreateNotificationDialog onClose={creating.close} />}
    </SupportPage>
  );
}
