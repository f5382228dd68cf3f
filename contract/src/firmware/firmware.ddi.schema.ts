// The interface of update clients: hawkBit Direct Device Integration (DDI), version 1. Clients of several ages send
// other fields too, so unknown fields are accepted.
import { z } from 'zod';

export const feedbackSchema = z.object({
  status: z.object({
    execution: z.enum([
      'closed',
      'proceeding',
      'canceled',
      'scheduled',
      'rejected',
      'resumed',
      'download',
      'downloaded',
    ]),
    result: z.object({ finished: z.enum(['success', 'failure', 'none']) }),
    details: z.union([z.array(z.string()), z.string()]).nullish(),
  }),
});

export type Feedback = z.infer<typeof feedbackSchema>;

/** The attributes of a device: an object of texts. */
export const configDataSchema = z.object({ data: z.record(z.string(), z.unknown()) });
