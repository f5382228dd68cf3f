import { CreateTicketDialog } from '#features/tickets/staff/tickets-create-dialog.tsx';
import { TicketQueueCard } from '#features/tickets/staff/tickets-queue-card.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { SupportPage } from '../support-page.tsx';
import { queueFilterOf, ticketsSearchOf } from './tickets-search.ts';

/** Support Tickets (SUPP-02). The address holds the search and the status. */
export default function SupportTicketsPage() {
  const search = useSearch({ from: '/support-area/support/tickets' });
  const navigate = useNavigate({ from: '/support/tickets' });
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
      <TicketQueueCard
        filter={queueFilterOf(search)}
        onChange={(filter) => void navigate({ search: ticketsSearchOf(filter), replace: true })}
      />
      {isCreating && <CreateTicketDialog onClose={creating.close} />}
    </SupportPage>
  );
}
