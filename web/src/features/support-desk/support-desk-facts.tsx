import { Age } from '#ui/data/age.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { supportPaths } from '#lib/support-paths.ts';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TICKETS_SHOWN } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskTicket } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import classes from './support-desk.module.css';

const priorityColors = { low: 'gray', medium: 'blue', high: 'amber', urgent: 'red' } as const;

/** The newest tickets about a device or of a person. A ticket beyond those shown means that there are more. */
export function TicketsCard({ title, none, tickets }: { title: string; none: string; tickets: readonly DeskTicket[] }) {
  return (
    <SectionCard title={title} isFlush>
      {tickets.length === 0 && <p className={classes.none}>{none}</p>}
      <ul className={classes.list}>
        {tickets.slice(0, TICKETS_SHOWN).map(({ id, number, subject, priority, status, createdAt }) => (
          <li key={id} className={classes.row}>
            <span className={classes.stack}>
              <Link
                to={supportPaths.ticket.replace('$id', id)}
                className={`${classes.link} ${classes.strong}`}
                dir="auto"
              >
                {subject}
              </Link>
              <span className={classes.dimmed}>
                <span className={classes.mono}>{number}</span> <Age at={createdAt} />
              </span>
            </span>
            <span className={classes.badges}>
              <Badge color={priorityColors[priority]}>{ticketsTexts.priorities[priority]}</Badge>
              <Badge color="gray">{ticketsTexts.statuses[status]}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {tickets.length > TICKETS_SHOWN && <p className={classes.none}>{supportDeskTexts.newestTickets}</p>}
    </SectionCard>
  );
}

/** Links to the page of an account. */
export function PersonLink({ id, name, email }: { id: string; name: string; email: string }) {
  return (
    <span className={classes.stack}>
      <Link to={supportPaths.person} params={{ id }} className={`${classes.link} ${classes.strong}`} dir="auto">
        {name || email}
      </Link>
      {name && <span className={classes.dimmed}>{email}</span>}
    </span>
  );
}
