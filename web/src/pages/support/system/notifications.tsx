import { CreateNotificationDialog } from '#features/notifications/sent/notifications-create-dialog.tsx';
import { SentNotificationsCard } from '#features/notifications/sent/notifications-sent-card.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { notificationRules, notificationTypes } from '@trace/contract/notifications/notifications.rules';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** System Notifications (NOTF-01, NOTF-02). The address holds the search and the type. */
export default function SupportNotificationsPage() {
  const { q = '', type: typed } = useSearch({ from: '/support-area/support/notifications' });
  const navigate = useNavigate({ from: '/support/notifications' });
  const type = notificationTypes.find((each) => each === typed);
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
      <SentNotificationsCard
        filter={{ search: q.slice(0, notificationRules.searchMaxLength), type }}
        onChange={({ search, ...changed }) =>
          void navigate({ search: readDeskSearch({ q: search, ...changed }), replace: true })
        }
      />
      {isCreating && <CreateNotificationDialog onClose={creating.close} />}
    </SupportPage>
  );
}
