import { readAttachment, uploadAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { explainOffline } from '@trace/contract/offline-causes/offline-causes.api';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import type { Row, Subject } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

const ticket = { subject: 'No position', description: 'Since half past six.' };

async function prepare(_portal: Portal, person: SignedIn): Promise<Partial<Subject>> {
  const { id } = await person.api.call(createTicket, { body: { ...ticket, priority: 'low', serialNumber: null } });
  return { thingId: id };
}

/** A file on a reply of the person in the own ticket. */
async function prepareFile(portal: Portal, person: SignedIn): Promise<Partial<Subject>> {
  const { thingId } = await prepare(portal, person);
  const { id } = await person.api.call(uploadAttachment, { query: { name: 'log.txt' }, body: aText });
  await person.api.call(replyToTicket, {
    params: { id: thingId! },
    body: { text: 'See the log.', attachmentIds: [id] },
  });
  return { thingId: id };
}

const aText = new TextEncoder().encode('PDP reject');

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
  {
    endpoint: uploadAttachment,
    cells: 'uAAAAAAAAAAA',
    call: () => ({ query: { name: 'log.txt' }, body: aText }),
    audit: 'tickets.uploadAttachment',
  },
  {
    endpoint: readAttachment,
    cells: 'uAAAAAAAAAAA',
    call: (subject) => ({ params: ofTicket(subject) }),
    prepare: prepareFile,
  },
  { endpoint: explainOffline, cells: 'unAAnAAAAAAn', call: ({ serial }) => ({ params: { serial } }) },
];
