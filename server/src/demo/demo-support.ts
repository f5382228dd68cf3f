import { createNotification } from '@trace/contract/notifications/notifications.staff.api';
import { createTicket, listTickets } from '@trace/contract/tickets/tickets.api';
import {
  assignTicket,
  listTicketQueue,
  readStaffTicket,
  setTicketStatus,
  writeStaffMessage,
} from '@trace/contract/tickets/staff/tickets.staff.api';
import type { NewTicket } from '@trace/contract/tickets/tickets.schema';
import type { RunningServer } from '../server.ts';
import { actAs } from './demo-client.ts';
import type { DemoPerson } from './demo-people.ts';

/** The requests of the demo, by first name. The caravan is silent, because its battery is empty. */
const requests: Readonly<Record<string, NewTicket>> = {
  Mia: {
    subject: 'The caravan has not reported since yesterday',
    description: 'I pinged it twice and nothing came back. Is it stolen, or is it the tracker?',
    priority: 'high',
    serialNumber: 'Trace_4D18',
  },
  Jonas: {
    subject: 'Which plan shows live tracking?',
    description: 'I would like to follow the delivery van for a week.',
    priority: 'low',
    serialNumber: null,
  },
  Sam: {
    subject: 'The excavator went quiet on a building site',
    description: 'It was online for months. The customer says nobody has touched it.',
    priority: 'urgent',
    serialNumber: 'Trace_51A0',
  },
};

const ANSWER = 'Live tracking belongs to premium. You can cancel it after a month, from Account Settings.';
const NOTE = 'Asked the carrier whether the SIM is blocked.';

/** Fills the back office with a notification and three requests: open, in progress and answered. */
export async function seedSupport(server: Pick<RunningServer, 'ownUrl'>, people: readonly DemoPerson[]): Promise<void> {
  for (const person of people) {
    const request = requests[person.firstName];
    if (request === undefined) continue;
    await actAs(server, person, async (api) => {
      // Resumes a first start that was interrupted.
      const { tickets } = await api.call(listTickets, { query: { limit: 1 } });
      if (tickets.length === 0) await api.call(createTicket, { body: request });
    });
  }
  await actAs(
    server,
    people.find(({ role }) => role === 'staff')!,
    async (api) => {
      const { tickets } = await api.call(listTicketQueue, { query: { limit: 10 } });
      const idOf = (name: string): string => tickets.find(({ subject }) => subject === requests[name]!.subject)!.id;
      const [answered, taken] = [{ id: idOf('Jonas') }, { id: idOf('Sam') }];
      const { ticket, staff } = await api.call(readStaffTicket, { params: taken });
      if (ticket.status !== 'open') return;
      await api.call(writeStaffMessage, { params: answered, body: { kind: 'answer', text: ANSWER } });
      await api.call(setTicketStatus, { params: answered, body: { status: 'resolved' } });
      await api.call(writeStaffMessage, { params: taken, body: { kind: 'note', text: NOTE } });
      await api.call(createNotification, {
        body: {
          title: 'Maintenance on Sunday',
          message: 'The portal may be away for ten minutes at 3 am. Devices keep their positions and send them later.',
          type: 'info',
          audience: 'all',
          expiresAt: null,
        },
      });
      await api.call(assignTicket, { params: taken, body: { assigneeId: staff[0]!.id } });
      await api.call(setTicketStatus, { params: taken, body: { status: 'in_progress' } });
    },
  );
}
