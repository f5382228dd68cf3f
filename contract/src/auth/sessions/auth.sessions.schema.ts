import { z } from 'zod';
import { instantSchema } from '../../kernel/time.schema.ts';

/** A session of the person. `device` is in words: `Firefox on Windows`. */
export const openSessionSchema = z.strictObject({
  id: z.uuid(),
  device: z.string(),
  address: z.string(),
  startedAt: instantSchema,
  lastSeenAt: instantSchema,
  /** The session that asks. */
  isThis: z.boolean(),
});

export type OpenSession = z.infer<typeof openSessionSchema>;
