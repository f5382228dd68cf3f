import { ticketRules } from './tickets.rules.ts';
import type { TicketPriority, TicketStatus } from './tickets.schema.ts';

/** IDASH-05: words of Request Support. */
export const ticketsTexts = {
  getSupport: 'Get Support',
  title: 'Request Support',
  intro: 'Tell us what is happening.',
  aboutDevice: (device: string) => `About ${device}`,
  attached: "We attach this device's status, network, last seen time and latest errors. We do not attach its position.",
  subject: 'Subject',
  description: 'Description',
  priority: 'Priority',
  send: 'Send request',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  missing: 'Please fill in all required fields',
  subjectMissing: 'Enter a short subject.',
  subjectLong: `Use at most ${ticketRules.subjectMaxLength} characters.`,
  descriptionMissing: 'Describe the problem.',
  descriptionLong: `Use at most ${ticketRules.descriptionMaxLength} characters.`,
  failed: 'Failed to create support ticket',
  createdTitle: 'Your request has been sent',
  created: (number: string) => `Ticket ${number} is open.`,
  createdText: 'Answers appear in My requests, and an email tells you.',
  notFound: 'There is no such ticket, or it is not yours.',
  idTaken: 'This ID is already used by another request.',
  gone: 'Deleted with the account',
  formerAccount: 'Deleted account',
  support: 'Trace support',
  closed: 'This request is closed. Send a new request.',
  full: 'This request is full. Send a new request.',
  noAccount: 'No account has this email address.',
  serialInvalid: 'Enter the serial number as on the label.',
  notStaff: 'Only support staff can be assigned.',
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } satisfies Record<TicketPriority, string>,
  statuses: {
    open: 'Open',
    in_progress: 'In progress',
    resolved: 'Resolved',
    closed: 'Closed',
  } satisfies Record<TicketStatus, string>,
} as const;

/** SUPP-03: a person's own requests. */
export const ownTicketsTexts = {
  page: 'My requests',
  context: 'Your requests to Trace support.',
  lead: 'Read answers and reply to your requests to Trace support.',
  link: 'My requests',
  loading: 'Loading your requests...',
  loadFailed: 'Could not load your requests.',
  notLoaded: 'Could not load this request.',
  empty: 'No requests yet. Press Get Support to write to Trace support. Answers appear here.',
  more: 'Show earlier requests',
  back: 'My requests',
  updated: 'Updated',
  you: 'You',
  support: 'Trace support',
  statusIs: (status: string) => `Status: ${status}`,
  conversation: 'Conversation',
  reply: 'Your reply',
  send: 'Send reply',
  sendFailed: 'Could not send your reply.',
  textMissing: 'Write a text first.',
  reopens: 'Your reply reopens the request.',
  closed: 'This request is closed. Press Get Support to send a new one.',
} as const;

/** Mails to support about new tickets and answers, and to a person about answers. */
export const ticketsMails = {
  created: {
    subject: (number: string, subject: string) => `${number}: ${subject}`,
    text: (ticket: {
      priority: string;
      email: string;
      description: string;
      device: string | null;
      url: string;
    }): string =>
      `New support request from ${ticket.email} (priority: ${ticket.priority}).\n` +
      (ticket.device === null ? '' : `Device: ${ticket.device}\n`) +
      `\n${ticket.description}\n\nOpen the ticket:\n${ticket.url}`,
  },
  replied: {
    subject: (number: string, subject: string) => `${number}: ${subject}`,
    text: (of: { number: string; email: string; text: string; url: string }): string =>
      `${of.email} replied to ${of.number}:\n\n${of.text}\n\nOpen the ticket:\n${of.url}`,
  },
  answered: {
    subject: (number: string, subject: string) => `Answer to ${number}: ${subject}`,
    text: (of: { text: string; url: string; isClosed: boolean }): string =>
      `Trace support answered your request:\n\n${of.text}\n\n${of.isClosed ? 'The request is closed. Read it' : 'Read and reply'} in the portal:\n${of.url}`,
  },
  opened: {
    subject: (number: string, subject: string) => `${number}: ${subject}`,
    text: (of: { text: string; url: string }): string =>
      `Trace support opened a request for you:\n\n${of.text}\n\nRead and reply in the portal:\n${of.url}`,
  },
} as const;
