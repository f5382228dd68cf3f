import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { hubQueueRules as rules } from './hub-queue.rules.ts';
import { hubQueueSchema, roundRequestSchema, roundResultSchema, setAsideMessageSchema } from './hub-queue.schema.ts';

const idSchema = z.string().regex(/^\d{1,15}$/);

/** The function sqs-panic-listener. */
export const sqsPanicListenerFunction = endpoint({
  name: 'hubQueue.listen',
  method: 'POST',
  path: '/functions/v1/sqs-panic-listener',
  who: 'staff',
  summary:
    'Asks the process that reads the hub queue for a round at once. A single hub also gets a test event through the whole chain. `ALL` needs a `reason`.',
  body: roundRequestSchema,
  answer: roundResultSchema,
  refusals: ['unavailable'],
  limit: { calls: 20, windowSec: 60 },
});

export const readHubQueue = endpoint({
  name: 'hubQueue.read',
  method: 'GET',
  path: '/api/support/hub-queue',
  who: 'staff',
  holdsNoPersonalData: true,
  summary: 'The state of the queue of hub events: last read, last event, waiting messages, hubs without a connection.',
  answer: hubQueueSchema,
  refusals: [],
});

export const listSetAside = endpoint({
  name: 'hubQueue.listSetAside',
  method: 'GET',
  path: '/api/support/hub-queue/set-aside',
  who: 'staff',
  holdsNoPersonalData: true,
  summary:
    'Queue messages that could not be read or processed, newest first, without their content; `next` continues the list.',
  query: z.strictObject({
    /** The id that the page before ended with. */
    after: idSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(rules.pageSize),
  }),
  answer: z.strictObject({ messages: z.array(setAsideMessageSchema), next: idSchema.nullable() }),
  refusals: [],
});
