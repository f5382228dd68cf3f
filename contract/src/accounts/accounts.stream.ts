import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** The user's name, address or time zone for counting days changed. Every page of this user shows these values. */
export const accountChangedEvent = streamEvent({
  name: 'account.changed',
  delivery: 'durable',
  data: z.strictObject({}),
});
