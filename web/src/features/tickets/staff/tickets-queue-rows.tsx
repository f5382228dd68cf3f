import type { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { EmailAddress } from '#ui/data/email-address.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { useHeldRows } from '#ui/data/table/held-rows.ts';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { QueuedTicket } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { TicketPriorityBadge, TicketStatusBadge } from '../tickets-badges.tsx';
import { TicketClock } from './tickets-clock.tsx';
import classes from './tickets-queue.module.css';

interface RowsProps {
  tickets: readonly QueuedTicket[];
  to: (typeof supportPaths)['ticket'];
  /** Names the filter. Null while the tickets are those of another filter. */
  list: string | null;
}

const keyOf = ({ id }: QueuedTicket): string => id;

export function TicketQueueTable({ tickets, to, list }: RowsProps) {
  const { ref, rows } = useHeldRows({ rows: tickets, keyOf, list });
  const { columns } = texts;
  return (
    <DataTable minWidth={860} label={texts.page} isTop>
      <Table.Thead>
        <Table.Tr>
          {[columns.ticket, columns.priority, columns.status, columns.person, columns.clock, columns.age].map(
            (name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={ref}>
        {rows.map((ticket) => (
          <Table.Tr key={ticket.id}>
            <Table.Td>
              <Subject ticket={ticket} to={to} />
            </Table.Td>
            <Table.Td>
              <Priority ticket={ticket} />
            </Table.Td>
            <Table.Td>
              <TicketStatusBadge status={ticket.status} />
            </Table.Td>
            <Table.Td className={classes.email ?? ''}>
              <Writer ticket={ticket} />
            </Table.Td>
            <Table.Td>
              <Clock ticket={ticket} />
            </Table.Td>
            <Table.Td>
              <Age at={ticket.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/** The phone layout. */
export function TicketQueueCards({ tickets, to, list }: RowsProps) {
  const { ref, rows } = useHeldRows({ rows: tickets, keyOf, list });
  return (
    <RowCards label={texts.page} ref={ref}>
      {rows.map((ticket) => (
        <RowCard key={ticket.id}>
          <RowCardHead>
            <Subject ticket={ticket} to={to} />
            <TicketStatusBadge status={ticket.status} />
          </RowCardHead>
          <Priority ticket={ticket} />
          <RowCardFacts>
            <span className={classes.email}>
              <Writer ticket={ticket} />
            </span>
            <Clock ticket={ticket} />
          </RowCardFacts>
        </RowCard>
      ))}
    </RowCards>
  );
}

interface PartProps {
  ticket: QueuedTicket;
}

function Subject({ ticket, to }: PartProps & Pick<RowsProps, 'to'>) {
  const { id, subject, number, serialNumber, assignee } = ticket;
  return (
    <div className={classes.ticket}>
      <Link to={to} params={{ id }} className={classes.subject} dir="auto">
        {subject}
      </Link>
      <span className={classes.facts}>
        <span className={classes.number}>{number}</span>
        {serialNumber !== null && <span className={classes.number}>{serialNumber}</span>}
        <span>{assignee === null ? texts.unassigned : texts.assignedTo(assignee)}</span>
      </span>
    </div>
  );
}

function Priority({ ticket: { priority, isPremium } }: PartProps) {
  return (
    <span className={classes.badges}>
      <TicketPriorityBadge priority={priority} />
      {isPremium && <Badge>{texts.premium}</Badge>}
    </span>
  );
}

function Writer({ ticket: { userEmail } }: PartProps) {
  return userEmail === null ? ticketsTexts.formerAccount : <EmailAddress address={userEmail} />;
}

function Clock({ ticket }: PartProps) {
  return (
    <span className={classes.clock} data-waiting={ticket.waitingSince !== null || undefined}>
      <TicketClock ticket={ticket} />
    </span>
  );
}
