import { Badge, Button, Card, NativeSelect } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { StaffConversation } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketStatuses } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { TicketPriorityBadge } from '../tickets-badges.tsx';
import { TicketClock } from './tickets-clock.tsx';
import classes from './tickets-staff.module.css';
import { useAssignTicket, useSetTicketStatus } from './tickets.staff.queries.ts';

const statusOptions = ticketStatuses.map((value) => ({ value, label: ticketsTexts.statuses[value] }));

/** Number, priority, plan and clock of a ticket, with the selectors of its status and assignee. */
export function StaffTicketBar({ conversation: { ticket, staff } }: { conversation: StaffConversation }) {
  const setStatus = useSetTicketStatus(ticket.id);
  const assign = useAssignTicket(ticket.id);
  const assignees = [
    { value: '', label: texts.nobody },
    ...staff.map(({ id, name }) => ({ value: id, label: name })),
    ...inactiveAssignee(ticket, staff),
  ];
  return (
    <Card>
      <div className={classes.bar}>
        <div className={classes.facts}>
          <span className={classes.number}>{ticket.number}</span>
          <TicketPriorityBadge priority={ticket.priority} />
          {ticket.isPremium && <Badge>{texts.premium}</Badge>}
          <TicketClock ticket={ticket} />
        </div>
        <div className={classes.selectors}>
          <NativeSelect
            aria-label={texts.status}
            data={statusOptions}
            value={setStatus.isPending ? setStatus.variables : ticket.status}
            disabled={setStatus.isPending}
            onChange={({ currentTarget: { value } }) => {
              const status = ticketStatuses.find((each) => each === value);
              if (status) setStatus.mutate(status);
            }}
          />
          <NativeSelect
            aria-label={texts.assignee}
            data={assignees}
            value={assign.isPending ? (assign.variables ?? '') : (ticket.assigneeId ?? '')}
            disabled={assign.isPending}
            onChange={({ currentTarget: { value } }) => assign.mutate(value === '' ? null : value)}
          />
        </div>
      </div>
    </Card>
  );
}

/** Without an option of its own, the selector would show the ticket of an inactive assignee as unassigned. */
function inactiveAssignee({ assigneeId, assignee }: StaffConversation['ticket'], staff: StaffConversation['staff']) {
  if (assigneeId === null || staff.some(({ id }) => id === assigneeId)) return [];
  return [{ value: assigneeId, label: texts.inactive(assignee ?? ''), disabled: true }];
}

/** The filled button in the head of the page. */
export function ResolveTicketButton({ conversation: { ticket } }: { conversation: StaffConversation }) {
  const setStatus = useSetTicketStatus(ticket.id);
  if (ticket.status === 'resolved' || ticket.status === 'closed') return null;
  return (
    <Button
      loading={setStatus.isPending}
      leftSection={<IconCircleCheck size={18} stroke={1.7} aria-hidden="true" />}
      onClick={() => setStatus.mutate('resolved')}
    >
      {texts.resolve}
    </Button>
  );
}
