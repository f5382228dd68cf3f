import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pingLocationSchema, pingOutcomeSchema, pingQuotaSchema, pingWaitSchema } from './ping.schema.ts';

export const pingDevice = endpoint({
  name: 'ping.create',
  method: 'POST',
  path: '/api/devices/{serial}/pings',
  who: 'signed-in',
  summary:
    'Pings a device and waits up to 15 s for its position. For a sleeping device, returns `waiting`; the result follows on the stream.',
  params: deviceParams,
  /** The id is made by the caller, so that a repeated request is the same ping. */
  body: z.strictObject({ id: z.uuid() }),
  answer: pingOutcomeSchema,
  refusals: ['not_found', 'grant_required', 'forbidden', 'daily_ping_limit', 'conflict'],
});

export const cancelPing = endpoint({
  name: 'ping.cancel',
  method: 'DELETE',
  path: '/api/pings/{id}',
  who: 'signed-in',
  summary: 'Cancels one of your pings if it has not been sent yet. Returns the state or result of the ping.',
  params: z.strictObject({ id: z.uuid() }),
  answer: pingOutcomeSchema,
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const getPing = endpoint({
  name: 'ping.get',
  method: 'GET',
  path: '/api/pings/{id}',
  who: 'signed-in',
  summary: 'Returns the state or result of one of your pings.',
  params: z.strictObject({ id: z.uuid() }),
  answer: pingOutcomeSchema,
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const listPingWaits = endpoint({
  name: 'ping.waits',
  method: 'GET',
  path: '/api/ping-waits',
  who: 'signed-in',
  summary: 'Lists your pings that wait for sleeping devices, newest first, at most 100.',
  answer: z.strictObject({ waits: z.array(pingWaitSchema) }),
  refusals: [],
});

export const listPings = endpoint({
  name: 'ping.list',
  method: 'GET',
  path: '/api/devices/{serial}/pings',
  who: 'signed-in',
  summary: 'Lists the ping locations of a device, newest first, at most 50.',
  params: deviceParams,
  answer: z.strictObject({ locations: z.array(pingLocationSchema) }),
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const listOwnPings = endpoint({
  name: 'ping.own',
  method: 'GET',
  path: '/api/pings',
  who: 'signed-in',
  summary: 'Lists the ping locations of all devices assigned to the signed-in person, newest first, at most 50.',
  answer: z.strictObject({ locations: z.array(pingLocationSchema) }),
  refusals: [],
});

export const getPingQuota = endpoint({
  name: 'ping.quota',
  method: 'GET',
  path: '/api/ping-quota',
  who: 'signed-in',
  summary: 'Returns today’s ping quota: used, limit and reset time.',
  answer: pingQuotaSchema,
  refusals: [],
});
