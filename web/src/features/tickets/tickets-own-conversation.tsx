import { failureWords } from '#lib/http/api.ts';
import { usePerson } from '#lib/session/session.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Card, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { fullName } from '@trace/contract/kernel/full-name';
import { readAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import type { Conversation, TicketMessage, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ownTicketsTexts as texts, ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { AttachButton, AttachedFiles } from './attachments/tickets-attach-button.tsx';
import { AttachmentLinks } from './attachments/tickets-attachment-links.tsx';
import { TicketStatusBadge } from './tickets-badges.tsx';
import { TicketEventItem, TicketMessageItem } from './tickets-message.tsx';
import messages from './tickets-message.module.css';
import classes from './tickets-own.module.css';
import { useReplyForm } from './tickets-reply-form.ts';
import { useReplyToTicket } from './tickets.queries.ts';

/** SUPP-03: a person's own request as a conversation, and the reply. Internal notes never reach this page. */
export function OwnConversation({ conversation }: { conversation: Conversation }) {
  const { ticket } = conversation;
  const name = useOwnName();
  return (
    <div className={classes.page}>
      <SectionCard title={texts.conversation} aside={<TicketStatusBadge status={ticket.status} />} isFlush>
        <ol className={messages.list} aria-live="polite">
          <TicketMessageItem
            author={texts.you}
            name={name}
            look="person"
            at={ticket.createdAt}
            text={ticket.description}
          />
          {conversation.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
        {ticket.status === 'closed' && <p className={classes.closed}>{texts.closed}</p>}
      </SectionCard>
      {ticket.status !== 'closed' && <Reply key={ticket.id} id={ticket.id} status={ticket.status} />}
    </div>
  );
}

function Message({ message }: { message: TicketMessage }) {
  const name = useOwnName();
  const { isStaff, author, text, status, attachments, createdAt } = message;
  if (status !== null)
    return <TicketEventItem at={createdAt}>{texts.statusIs(ticketsTexts.statuses[status])}</TicketEventItem>;
  const by = isStaff
    ? ({ author, from: texts.support, look: 'support' } as const)
    : ({ author: texts.you, name, look: 'person' } as const);
  return (
    <TicketMessageItem {...by} at={createdAt} text={text ?? ''}>
      <AttachmentLinks attachments={attachments} path={readAttachment.path} />
    </TicketMessageItem>
  );
}

const useOwnName = (): string => fullName(usePerson());

function Reply({ id, status }: { id: string; status: TicketStatus }) {
  const reply = useReplyToTicket(id);
  const { field, attachments, onSubmit } = useReplyForm({
    id,
    kind: 'answer',
    textMissing: texts.textMissing,
    send: reply.mutateAsync,
  });
  return (
    <Card component="form" onSubmit={onSubmit} noValidate>
      <div className={classes.reply}>
        <Textarea label={texts.reply} autosize minRows={3} maxRows={12} {...field('text')} />
        <AttachedFiles attachments={attachments} />
        {reply.error && (
          <OutcomeLine tone="bad" title={texts.sendFailed}>
            {failureWords(reply.error)}
          </OutcomeLine>
        )}
        <div className={classes.foot}>
          <AttachButton attachments={attachments} />
          <span>{status === 'resolved' ? texts.reopens : ''}</span>
          <Button
            type="submit"
            loading={reply.isPending}
            disabled={attachments.isSending}
            leftSection={<IconSend size={17} stroke={1.7} aria-hidden="true" />}
          >
            {texts.send}
          </Button>
        </div>
      </div>
    </Card>
  );
}
