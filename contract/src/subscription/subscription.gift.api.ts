import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';

export const giveGift = endpoint({
  name: 'subscription.giveGift',
  method: 'PUT',
  path: '/api/support/people/{id}/premium',
  who: 'staff',
  staffAdmin: true,
  summary:
    'Gives a user or an installer premium until the end of a day of the own time zone, instead of an earlier gift. Null ends the gift. A paid plan stays.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ lastDay: z.iso.date().nullable() }),
  answer: z.strictObject({ until: instantSchema.nullable() }),
  refusals: ['not_found', 'conflict'],
});
