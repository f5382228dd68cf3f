import { ResolveTicketButton } from '#features/tickets/staff/tickets-staff-bar.tsx';
import { StaffTicket } from '#features/tickets/staff/tickets-staff-conversation.tsx';
import { staffTicketQuery } from '#features/tickets/staff/tickets.staff.queries.ts';
import { useTicketsStream } from '#features/tickets/tickets.stream.ts';
import { failureWords } from '#lib/http/api.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { TicketDevice } from './ticket-device.tsx';
import classes from './ticket.module.css';

/** A ticket for staff (SUPP-03): the conversation left, the device right. On a phone the device comes after it. */
export default function SupportTicketPage() {
  const { id = '' } = useParams({ strict: false });
  useTicketsStream();
  const { data, error, refetch } = useQuery(staffTicketQuery(id));
  return (
    <AreaPage
      title={data?.ticket.subject ?? ticketsTexts.title}
      back={<BackLink to={supportPaths.tickets}>{texts.page}</BackLink>}
      right={data && <ResolveTicketButton conversation={data} />}
    >
      {data && (
        // A draft must not go on to another ticket.
        <div key={data.ticket.id} className={classes.columns}>
          <StaffTicket conversation={data} />
          <TicketDevice ticket={data.ticket} />
        </div>
      )}
      {!data && error === null && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error !== null && (
        <EmptyState
          icon={IconTicket}
          text={`${texts.notLoaded}. ${failureWords(error)}`}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          }
        />
      )}
    </AreaPage>
  );
}
