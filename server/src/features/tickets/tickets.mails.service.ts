import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import type { TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ticketsMails } from '@trace/contract/tickets/tickets.texts';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';

export interface TicketMailsDependencies {
  mail: Mail;
  /** Where people reach the portal, without a slash at the end. */
  portalUrl(): string;
  /** The address that new tickets and replies are mailed to. Null: no mail, tickets wait in the portal. */
  supportEmail: string | null;
}

interface MailedTicket {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly status: TicketStatus;
}

export interface MailedPerson {
  readonly email: string;
  readonly role: string;
}

/** The person who wrote to support. The keys name the account, so that a deletion finds the emails. */
interface MailedAuthor {
  readonly accountId: string;
  readonly email: string;
}

/** Mails support about new tickets and replies, and people about answers. Each mail leads to the ticket. */
export function createTicketMails({ mail, portalUrl, supportEmail }: TicketMailsDependencies) {
  const urlOfStaff = (ticket: MailedTicket): string => `${portalUrl()}/support/tickets/${ticket.id}`;

  const toPerson = async (
    tx: Executor,
    what: 'answered' | 'opened',
    ticket: MailedTicket,
    { email, role }: MailedPerson,
    message: { id: string; text: string },
  ): Promise<void> => {
    const area = role === 'installer' ? 'installer' : 'user';
    const url = role === 'staff' ? urlOfStaff(ticket) : `${portalUrl()}/${area}/requests/${ticket.id}`;
    await mail.send(tx, {
      to: email,
      reason: 'request',
      subject: ticketsMails[what].subject(ticketNumber(ticket.number), ticket.subject),
      text: ticketsMails[what].text({ text: message.text, url, isClosed: ticket.status === 'closed' }),
      key: `ticket-${what}:${message.id}`,
    });
  };

  return {
    async created(
      tx: Executor,
      ticket: MailedTicket & { priority: string; description: string },
      { accountId, ...from }: MailedAuthor & { device: string | null },
    ): Promise<void> {
      if (supportEmail === null) return;
      const number = ticketNumber(ticket.number);
      const { priority, description } = ticket;
      await mail.send(tx, {
        to: supportEmail,
        reason: 'support',
        subject: ticketsMails.created.subject(number, ticket.subject),
        text: ticketsMails.created.text({ priority, description, ...from, url: urlOfStaff(ticket) }),
        key: `support:${accountId}:${ticket.id}`,
      });
    },

    async replied(
      tx: Executor,
      ticket: MailedTicket,
      { accountId, email }: MailedAuthor,
      message: { id: string; text: string },
    ): Promise<void> {
      if (supportEmail === null) return;
      const number = ticketNumber(ticket.number);
      await mail.send(tx, {
        to: supportEmail,
        reason: 'support',
        subject: ticketsMails.replied.subject(number, ticket.subject),
        text: ticketsMails.replied.text({ number, email, text: message.text, url: urlOfStaff(ticket) }),
        key: `support:${accountId}:${message.id}`,
      });
    },

    answered: (tx: Executor, ticket: MailedTicket, to: MailedPerson, message: { id: string; text: string }) =>
      toPerson(tx, 'answered', ticket, to, message),

    opened: (tx: Executor, ticket: MailedTicket, to: MailedPerson, message: { id: string; text: string }) =>
      toPerson(tx, 'opened', ticket, to, message),
  };
}

export type TicketMails = ReturnType<typeof createTicketMails>;
