import { supportPaths } from '#lib/support-paths.ts';
import { useIsPhone } from '#ui/is-phone.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { useTicketsStream } from '../tickets.stream.ts';
import { TicketQueueCards, TicketQueueTable } from './tickets-queue-rows.tsx';
import classes from './tickets-queue.module.css';
import { ticketQueueQuery } from './tickets.staff.queries.ts';

const SHOWN = 5;

/** The tickets to work on next, for the dashboard. The page of tickets has the others. */
export function NextTicketsCard() {
  useTicketsStream();
  const isPhone = useIsPhone();
  const { data } = useInfiniteQuery(ticketQueueQuery({ search: '', status: 'unfinished' }));
  const tickets = data?.pages[0]?.tickets.slice(0, SHOWN);
  if (tickets === undefined) return null;
  const Rows = isPhone ? TicketQueueCards : TicketQueueTable;
  return (
    <SectionCard
      title={texts.next}
      aside={
        <Anchor component={Link} to={supportPaths.tickets} fz="sm">
          {texts.showAll}
        </Anchor>
      }
      isFlush
    >
      {tickets.length === 0 ? (
        <p className={classes.none}>{texts.empty}</p>
      ) : (
        <Rows tickets={tickets} list="next" to={supportPaths.ticket} />
      )}
    </SectionCard>
  );
}
