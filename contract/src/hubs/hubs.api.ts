import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.ts';
import { hubRules } from './hubs.rules.ts';
import { hubCredentialsSchema, hubHandleSchema, hubSchema } from './hubs.schema.ts';

/** The device that the hub is for: left out while one is being registered. */
const serialNumber = serialSchema.optional();

export const getHubService = endpoint({
  name: 'hubs.service',
  method: 'GET',
  path: '/api/hub-service',
  who: 'signed-in',
  summary: 'Whether hubs can be linked on this server.',
  answer: z.strictObject({ isOn: z.boolean() }),
  refusals: [],
});

/**
 * The function ajax-auth of portal.md §7. `wrong_credentials` whose field is a `totp`: the hub service asks for the code
 * of an authenticator app, or the password is wrong; it does not say which (HUB-06).
 */
export const signInToHubs = endpoint({
  name: 'hubs.signIn',
  method: 'POST',
  path: '/functions/v1/ajax-auth',
  who: 'signed-in',
  summary:
    'Checks credentials of the hub service. `sessionToken` is a handle of this portal, good for this person and session for 10 minutes and for one device; the service’s own tokens stay here.',
  body: z.union([
    z.strictObject({ credentials: hubCredentialsSchema, serialNumber }),
    hubCredentialsSchema.extend({ serialNumber }),
  ]),
  answer: z.strictObject({ sessionToken: hubHandleSchema, userId: z.string() }),
  refusals: ['wrong_credentials', 'forbidden', 'conflict', 'unavailable', 'too_many_requests'],
  limit: { calls: 4 * hubRules.perPerson.tries, perSec: 60 },
});

/** The function ajax-hubs of portal.md §7. */
export const listHubs = endpoint({
  name: 'hubs.list',
  method: 'POST',
  path: '/functions/v1/ajax-hubs',
  who: 'signed-in',
  summary: 'The hubs of the account that the handle stands for.',
  body: z.strictObject({ sessionToken: z.string().max(200), userId: z.string().max(200) }),
  answer: z.array(hubSchema),
  refusals: ['forbidden', 'gone', 'unavailable', 'too_many_requests'],
  limit: { calls: 30, perSec: 60 },
});
