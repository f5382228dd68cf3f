import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import {
  accessAnswerSchema,
  accessGrantSchema,
  accessMinutesSchema,
  accessRequestSchema,
} from './location-access.schema.ts';

const requestParams = z.strictObject({ id: z.uuid() });

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
  limit: { calls: 60, windowSec: 3_600 },
});

export const withdrawRequest = endpoint({
  name: 'locationAccess.withdraw',
  method: 'POST',
  path: '/api/location-access/{id}/withdrawal',
  who: 'signed-in',
  summary: 'Withdraws one of your pending requests.',
  params: requestParams,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict', 'gone'],
});

export const listAccess = endpoint({
  name: 'locationAccess.listMine',
  method: 'GET',
  path: '/api/location-access',
  who: 'signed-in',
  summary: 'Returns pending requests to and from you, grants you gave and hold, and the server time they end by.',
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
  body: z.strictObject({ answer: accessAnswerSchema }),
  answer: z.strictObject({ status: accessAnswerSchema, endsAt: instantSchema.nullable() }),
  refusals: ['not_found', 'conflict', 'gone', 'forbidden'],
});

export const endAccess = endpoint({
  name: 'locationAccess.end',
  method: 'DELETE',
  path: '/api/location-access/{id}',
  who: 'signed-in',
  summary: 'Ends an active grant. Either the user or the holder can do this. Open streams stop immediately.',
  params: requestParams,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});
