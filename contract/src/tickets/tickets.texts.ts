import { ticketRules } from './tickets.rules.ts';
import type { TicketPriority, TicketStatus } from './tickets.schema.ts';

/** IDASH-05: words of Request Support. */
export const ticketsTexts = {
  getSupport: 'Get Support',
  title: 'Request Support',
  intro: 'Tell us what happens.',
  aboutDevice: (device: string) => `About ${device}`,
  attached: 'Status, network, last seen and the last errors of this device go with it. Its position does not.',
  subject: 'Subject',
  description: 'Description',
  priority: 'Priority',
  send: 'Send request',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  missing: 'Please fill in all required fields',
  subjectMissing: 'Say in a few words what it is about.',
  subjectLong: `Use at most ${ticketRules.subjectMaxLength} characters.`,
  descriptionMissing: 'Describe what happens.',
  descriptionLong: `Use at most ${ticketRules.descriptionMaxLength} characters.`,
  failed: 'Failed to create support ticket',
  createdTitle: 'Your request is sent',
  created: (number: string) => `Ticket ${number} is open.`,
  createdText: 'Name this number when you write or call.',
  notFound: 'There is no such ticket, or it is not yours.',
  gone: 'Removed with the account',
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } satisfies Record<TicketPriority, string>,
  statuses: {
    open: 'Open',
    in_progress: 'In progress',
    resolved: 'Resolved',
    closed: 'Closed',
  } satisfies Record<TicketStatus, string>,
} as const;

/** The mail that tells support of a new ticket. */
export const ticketsMails = {
  created: {
    subject: (number: string, subject: string) => `${number}: ${subject}`,
    text: (ticket: {
      number: string;
      priority: string;
      email: string;
      description: string;
      device: string | null;
    }): string =>
      `${ticket.email} asks for help (priority ${ticket.priority}).\n` +
      (ticket.device === null ? '' : `Device: ${ticket.device}\n`) +
      `\n${ticket.description}\n\nTicket ${ticket.number}`,
  },
} as const;
