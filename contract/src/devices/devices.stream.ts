import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** A person's list of devices is no longer what it was: load it anew. */
export const devicesChangedEvent = streamEvent({
  name: 'devices.changed',
  delivery: 'sure',
  data: z.strictObject({}),
});
