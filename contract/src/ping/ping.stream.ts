import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { streamEvent } from '../kernel/stream.ts';
import { pingOutcomeSchema, pingQuotaSchema } from './ping.schema.ts';

/** A ping of this user ended. The event contains the position only while the user may see the position. */
export const pingFinishedEvent = streamEvent({
  name: 'ping.finished',
  delivery: 'durable',
  data: z.strictObject({ serialNumber: serialSchema, outcome: pingOutcomeSchema }),
});

export const pingQuotaEvent = streamEvent({ name: 'ping.quota', delivery: 'newest', data: pingQuotaSchema });
