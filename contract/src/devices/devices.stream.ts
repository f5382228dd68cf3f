import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** The user's list of devices changed: reload the list. */
export const devicesChangedEvent = streamEvent({
  name: 'devices.changed',
  delivery: 'durable',
  data: z.strictObject({}),
});
