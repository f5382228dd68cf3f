import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { hubRules } from './hubs.rules.ts';
import { hubCredentialsSchema, hubHandleSchema, hubSchema } from './hubs.schema.ts';

/** The device for the hub. Left out while the device is being registered. */
const serialNumber = serialSchema.optional();

export const getHubService = endpoint({
  name: 'hubs.service',
  method: 'GET',
  path: '/api/hub-service',
  who: 'signed-in',
  summary: 'Returns whether hubs can be linked on this server.',
  answer: z.strictObject({ isOn: z.boolean() }),
  refusals: [],
});

/**
 * The function ajax-auth. `wrong_credentials` with field `totp`: the hub service requires the code of an authenticator
 * app, or the password is wrong. The hub service does not say which (HUB-06).
 */
export const signInToHubs = endpoint({
  name: 'hubs.signIn',
  method: 'POST',
  path: '/functions/v1/ajax-auth',
  who: 'signed-in',
  summary:
    'Verifies credentials at the hub service. `sessionToken` is issued by this portal: it is valid for 10 minutes, for this person and session and for one device. The hub service’s own tokens never leave the server.',
  body: z.union([
    z.strictObject({ credentials: hubCredentialsSchema, serialNumber }),
    hubCredentialsSchema.extend({ serialNumber }),
  ]),
  answer: z.strictObject({ sessionToken: hubHandleSchema, userId: z.string() }),
  refusals: ['wrong_credentials', 'forbidden', 'conflict', 'unavailable', 'too_many_requests'],
  limit: { calls: 4 * hubRules.perPerson.tries, windowSec: 60 },
});

/** The function ajax-hubs. */
export const listHubs = endpoint({
  name: 'hubs.list',
  method: 'POST',
  path: '/functions/v1/ajax-hubs',
  who: 'signed-in',
  summary: 'Lists the hubs of the verified account.',
  body: z.strictObject({ sessionToken: z.string().max(200), userId: z.string().max(200) }),
  answer: z.array(hubSchema),
  refusals: ['forbidden', 'gone', 'unavailable', 'too_many_requests'],
  limit: { calls: 30, windowSec: 60 },
});
