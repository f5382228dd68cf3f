import type { PaletteColor } from '#ui/palette.ts';
import { Badge } from '@mantine/core';
import type { TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';

const priorityColors: Record<TicketPriority, PaletteColor> = {
  urgent: 'red',
  high: 'amber',
  medium: 'gray',
  low: 'gray',
};
const statusColors: Record<TicketStatus, PaletteColor> = {
  open: 'amber',
  in_progress: 'violet',
  resolved: 'green',
  closed: 'gray',
};

export function TicketPriorityBadge({ priority }: { priority: TicketPriority }) {
  return <Badge color={priorityColors[priority]}>{texts.priorities[priority]}</Badge>;
}

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  return <Badge color={statusColors[status]}>{texts.statuses[status]}</Badge>;
}
