import { explainOffline } from '@trace/contract/offline-causes/offline-causes.api';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import type { Row, Subject } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

const ticket = { subject: 'No position', description: 'Since half past six.' };

async function prepare(_portal: Portal, person: SignedIn): Promise<Partial<Subject>> {
  const { id } = await person.api.call(createTicket, { body: { ...ticket, priority: 'low', serialNumber: null } });
  return { thingId: id };
}

const ofTicket = ({ thingId, viewerId }: Subject) => ({ id: thingId ?? viewerId });

/** Tickets are their person's own and support's. The causes of silence follow the status of a device. */
export const ticketsRows: readonly Row[] = [
  { endpoint: createTicket, cells: 'uAAAAAAAAAAA', call: () => ({ body: ticket }), audit: 'tickets.create' },
  // A device that is not the caller's is not there.
  {
    endpoint: createTicket,
    cells: 'unAAnAAAAAAn',
    call: ({ serial }) => ({ body: { ...ticket, serialNumber: serial } }),
    audit: 'tickets.create',
  },
  { endpoint: listTickets, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: readTicket, cells: 'uAAAAAAAAAAA', call: (subject) => ({ params: ofTicket(subject) }), prepare },
  {
    endpoint: replyToTicket,
    cells: 'uAAAAAAAAAAA',
    call: (subject) => ({ params: ofTicket(subject), body: { text: 'Still silent.' } }),
    prepare,
    audit: 'tickets.reply',
  },
  { endpoint: explainOffline, cells: 'unAAnAAAAAAn', call: ({ serial }) => ({ params: { serial } }) },
];
