import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import { readAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { attachmentTexts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { PersonData } from '#platform/actor/person-data';
import { listOwn, releaseOf } from './attachments/tickets.attachments.store.ts';
import { listSharedMessages, pseudonymiseMessages } from './tickets.messages.store.ts';
import { listTicketsOf, pseudonymiseTickets } from './tickets.store.ts';

/** The most tickets and messages in a download. */
const MOST_TICKETS = 10_000;
const MOST_MESSAGES = 50_000;
const MOST_ATTACHMENTS = 10_000;

/** The tickets of a person, with the answers of both sides and the addresses of their files. Internal notes belong to support. */
export const ticketsPersonData: PersonData = {
  feature: 'tickets',
  limits: { tickets: MOST_TICKETS, messages: MOST_MESSAGES, attachments: MOST_ATTACHMENTS },
  async read(executor, personId) {
    const rows = await listTicketsOf(executor, { accountId: personId, before: null, limit: MOST_TICKETS });
    const messages = await listSharedMessages(executor, personId, MOST_MESSAGES);
    const attachments = await listOwn(executor, personId, MOST_ATTACHMENTS);
    const numbered = <Row extends { number: number }>({ number, ...row }: Row) => ({
      number: ticketNumber(number),
      ...row,
    });
    return {
      tickets: rows.map(numbered),
      messages: messages.map(numbered),
      attachments: attachments
        .map(numbered)
        .map(({ id, ...file }) => ({ ...file, address: readAttachment.path.replace('{id}', id) })),
    };
  },
  async forget(tx, personId) {
    await releaseOf(tx, personId, attachmentTexts.gone);
    await pseudonymiseMessages(tx, personId, texts.gone);
    await pseudonymiseTickets(tx, personId, texts.gone);
  },
};
