import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** A ticket has changed: a message, its status or its assignment. Staff and the person load it again. */
export const ticketChangedEvent = streamEvent({
  name: 'ticket-changed',
  delivery: 'durable',
  data: z.strictObject({ id: z.uuid() }),
});
