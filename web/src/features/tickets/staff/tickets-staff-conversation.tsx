import { SectionCard } from '#ui/layout/section-card.tsx';
import { readAttachmentAsStaff } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import type { StaffConversation, StaffMessage } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { AttachmentLinks } from '../attachments/tickets-attachment-links.tsx';
import messages from '../tickets-message.module.css';
import { TicketEventItem, TicketMessageItem } from '../tickets-message.tsx';
import { StaffTicketBar } from './tickets-staff-bar.tsx';
import { StaffReply } from './tickets-staff-reply.tsx';
import classes from './tickets-staff.module.css';

/** SUPP-03: a ticket as staff work on it: status and assignee, the conversation with notes, and the answer. */
export function StaffTicket({ conversation }: { conversation: StaffConversation }) {
  const { ticket } = conversation;
  const person = ticket.user?.name ?? ticketsTexts.formerAccount;
  const author = ticket.createdBy ?? person;
  return (
    <div className={classes.conversation}>
      <StaffTicketBar conversation={conversation} />
      <SectionCard title={texts.conversation} isFlush>
        <ol className={messages.list} aria-live="polite">
          <TicketMessageItem
            author={author}
            from={ticket.createdBy === null ? (ticket.user?.email ?? null) : texts.support}
            look={ticket.createdBy === null ? 'person' : 'support'}
            at={ticket.createdAt}
            text={ticket.description}
          />
          {conversation.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      </SectionCard>
      <StaffReply id={ticket.id} person={ticket.user?.name ?? null} />
    </div>
  );
}

function Message({ message }: { message: StaffMessage }) {
  const { kind, isStaff, author, authorEmail, text, status, assignee, attachments, createdAt } = message;
  if (kind === 'status' && status !== null)
    return <TicketEventItem at={createdAt}>{texts.setStatus(author, ticketsTexts.statuses[status])}</TicketEventItem>;
  if (kind === 'assignment') {
    const words = assignee === null ? texts.unassignedBy(author) : texts.assigned(author, assignee);
    return <TicketEventItem at={createdAt}>{words}</TicketEventItem>;
  }
  const from = isStaff ? texts.support : authorEmail;
  const look =
    kind === 'note'
      ? ({ look: 'note', badge: texts.note } as const)
      : ({ look: isStaff ? 'support' : 'person' } as const);
  return (
    <TicketMessageItem author={author} from={from} at={createdAt} text={text ?? ''} {...look}>
      <AttachmentLinks attachments={attachments} path={readAttachmentAsStaff.path} />
    </TicketMessageItem>
  );
}
