import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deviceParams } from '../devices/devices.schema.ts';
import { newPhoneSchema, phoneKeySchema, phoneSchema } from './phones.schema.ts';

export const listPhones = endpoint({
  name: 'phones.list',
  method: 'GET',
  path: '/api/phones',
  who: 'users',
  summary: 'The phones of the signed-in user, and whether they have reported.',
  answer: z.strictObject({ phones: z.array(phoneSchema) }),
  refusals: [],
});

export const addPhone = endpoint({
  name: 'phones.add',
  method: 'POST',
  path: '/api/phones',
  who: 'users',
  summary: 'Adds a phone as a device of the signed-in user. The secret of the response is shown only once.',
  body: newPhoneSchema,
  answer: phoneKeySchema,
  refusals: ['conflict'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const renewPhoneSecret = endpoint({
  name: 'phones.renewSecret',
  method: 'POST',
  path: '/api/phones/{serial}/secret',
  who: 'users',
  freshProof: true,
  summary: 'Makes a new secret for a phone. The previous secret stops working immediately.',
  params: deviceParams,
  answer: phoneKeySchema,
  refusals: ['not_found'],
  limit: { calls: 30, windowSec: 3_600 },
});
