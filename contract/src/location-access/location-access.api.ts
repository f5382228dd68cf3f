import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
import { LOOKS_PAGE_SIZE } from './location-access.rules.ts';
import {
  accessGrantSchema,
  accessMinutesSchema,
  accessRequestSchema,
  functionRequestSchema,
  lookSchema,
} from './location-access.schema.ts';

const requestParams = z.strictObject({ id: z.uuid() });
const answerSchema = z.enum(['approved', 'denied']);

export const requestAccess = endpoint({
  name: 'locationAccess.request',
  method: 'POST',
  path: '/api/devices/{serial}/location-access',
  who: 'installers',
  summary: "Asks the device's user for access to its location for 5, 10, 30 or 60 minutes.",
  params: deviceParams,
  body: z.strictObject({ minutes: accessMinutesSchema }),
  answer: accessRequestSchema,
  refusals: ['not_found', 'conflict', 'forbidden'],
  limit: { calls: 60, perSec: 3_600 },
});

export const withdrawRequest = endpoint({
  name: 'locationAccess.withdraw',
  method: 'POST',
  path: '/api/location-access/{id}/withdrawal',
  who: 'signed-in',
  summary: "Withdraws a request of one's own that waits.",
  params: requestParams,
  answer: z.strictObject({ withdrawn: z.literal(true) }),
  refusals: ['not_found', 'conflict', 'gone'],
});

export const listAccess = endpoint({
  name: 'locationAccess.listMine',
  method: 'GET',
  path: '/api/location-access',
  who: 'signed-in',
  summary: 'Requests to me and by me that wait, grants that I gave and hold now, and the time by which they end.',
  answer: z.strictObject({
    asOf: instantSchema,
    addressed: z.array(accessRequestSchema),
    sent: z.array(accessRequestSchema),
    given: z.array(accessGrantSchema),
    held: z.array(accessGrantSchema),
  }),
  refusals: [],
});

export const answerRequest = endpoint({
  name: 'locationAccess.answer',
  method: 'POST',
  path: '/api/location-access/{id}',
  who: 'signed-in',
  summary: "The device's user approves or denies a request, once; an approval runs its minutes from now.",
  params: requestParams,
  body: z.strictObject({ answer: answerSchema }),
  answer: z.strictObject({ status: answerSchema, endsAt: instantSchema.nullable() }),
  refusals: ['not_found', 'conflict', 'gone', 'forbidden'],
});

export const endAccess = endpoint({
  name: 'locationAccess.end',
  method: 'DELETE',
  path: '/api/location-access/{id}',
  who: 'signed-in',
  summary: 'Ends a grant that runs: its user, or its holder who gives it up. Open streams follow at once.',
  params: requestParams,
  answer: z.strictObject({ ended: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});

export const listLooks = endpoint({
  name: 'locationAccess.looks',
  method: 'GET',
  path: '/api/location-access/looks',
  who: 'signed-in',
  summary: 'Who looked at my location, when, at what and by which right, the newest first; `next` continues the list.',
  query: z.strictObject({
    serialNumber: serialSchema.optional(),
    after: z
      .string()
      .max(60)
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(LOOKS_PAGE_SIZE).default(LOOKS_PAGE_SIZE),
  }),
  answer: z.strictObject({ looks: z.array(lookSchema), next: z.string().nullable() }),
  refusals: [],
});

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
  body: z.strictObject({ requestId: z.uuid(), status: answerSchema, userEmail: ownEmail }),
  answer: z.strictObject({ success: z.literal(true), status: answerSchema, expires_at: instantSchema.nullable() }),
  refusals: ['not_found', 'conflict', 'gone', 'forbidden'],
});
