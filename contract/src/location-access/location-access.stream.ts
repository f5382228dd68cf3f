import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { streamEvent } from '../kernel/stream.ts';

/**
 * A change of a request, or of its grant. `expired`: the minutes of a grant are over. `looked`: data was viewed under
 * the grant. `looked` notifies only the user, once per continuous delivery.
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

/** A request or a grant of this user changed, on either side: reload the list. */
export const accessChangedEvent = streamEvent({
  name: 'locationAccess.changed',
  delivery: 'durable',
  data: z.strictObject({
    id: z.uuid(),
    serialNumber: serialSchema,
    what: z.enum(accessChanges),
    /** Which side this person is on. */
    side: z.enum(['user', 'requester']),
  }),
});
