import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { accessAnswerSchema, functionRequestSchema } from './location-access.schema.ts';

/** An address in the body is the caller's own or left out (FN-01). */
const ownEmail = z.string().max(254).optional();

export const getAccessRequestsFunction = endpoint({
  name: 'locationAccess.requestsFunction',
  method: 'POST',
  path: '/functions/v1/get-location-access-requests',
  who: 'signed-in',
  summary: 'The requests to the signed-in person that wait for an answer.',
  body: z.strictObject({ userEmail: ownEmail }),
  answer: z.strictObject({ requests: z.array(functionRequestSchema) }),
  refusals: ['forbidden'],
});

export const respondAccessRequestFunction = endpoint({
  name: 'locationAccess.respondFunction',
  method: 'POST',
  path: '/functions/v1/respond-location-access-request',
  who: 'signed-in',
  summary: 'Answers a request to the signed-in person.',
  body: z.strictObject({ requestId: z.uuid(), status: accessAnswerSchema, userEmail: ownEmail }),
  answer: z.strictObject({
    success: z.literal(true),
    status: accessAnswerSchema,
    expires_at: instantSchema.nullable(),
  }),
  refusals: ['not_found', 'conflict', 'gone', 'forbidden'],
});
