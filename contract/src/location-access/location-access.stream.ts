import { z } from 'zod';
import { serialSchema } from '../kernel/serial.ts';
import { streamEvent } from '../kernel/stream.ts';

/**
 * What happened to a request, or to the grant that came of it. `expired` is a grant whose minutes are over; `looked`, that
 * something is seen by it: the user alone is told, once for what is handed over bit by bit.
 */
export const accessChanges = [
  'requested',
  'withdrawn',
  'approved',
  'denied',
  'lapsed',
  'expired',
  'ended',
  'given_up',
  'ground_lost',
  'looked',
] as const;

export type AccessChange = (typeof accessChanges)[number];

/** A request or a grant of this person's, on either side, is no longer what it was: load the list anew. */
export const accessChangedEvent = streamEvent({
  name: 'locationAccess.changed',
  delivery: 'sure',
  data: z.strictObject({
    id: z.uuid(),
    serialNumber: serialSchema,
    what: z.enum(accessChanges),
    /** Which side this person is on. */
    side: z.enum(['user', 'requester']),
  }),
});
