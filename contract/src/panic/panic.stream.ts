import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** An incident was opened or has changed. Pages of entitled people load the incident again. `isRinging`: the incident is not taken. */
export const panicChangedEvent = streamEvent({
  name: 'panic-changed',
  delivery: 'durable',
  data: z.strictObject({ id: z.uuid(), isRinging: z.boolean() }),
});
