import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** COMP-10: the company, its people, or the reader's relation to a company changed. Every page reads the new state. */
export const companyChangedEvent = streamEvent({
  name: 'company.changed',
  delivery: 'durable',
  data: z.strictObject({}),
});
