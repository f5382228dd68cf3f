import { CreateTicketDialog } from '#features/tickets/staff/tickets-create-dialog.tsx';
import { TicketQueueCard } from '#features/tickets/staff/tickets-queue-card.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { SupportPage } from './support-page.tsx';

/** Support Tickets (SUPP-02). */
export default function SupportTicketsPage() {
  const [isCreating, creating] = useDisclosure(false);
  return (
    <SupportPage
      title={texts.page}
      context={texts.context}
      right={
        <Button leftSection={<IconPlus size={17} stroke={1.8} aria-hidden="true" />} onClick={creating.open}>
          {texts.create}
        </Button>
      }
    >
      <TicketQueueCard />
      {isCreating && <CreateTicketDialog onClose={creating.close} />}
    </SupportPage>
  );
}
