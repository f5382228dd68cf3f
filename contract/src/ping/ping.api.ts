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
    'Asks a device for its location and waits up to 15 s; a sleeping one answers `waiting` and tells the outcome on the stream.',
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
  summary: "Cancels a ping of one's own that has not gone out; answers how it stands or ended when it has.",
  params: z.strictObject({ id: z.uuid() }),
  answer: pingOutcomeSchema,
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const getPing = endpoint({
  name: 'ping.get',
  method: 'GET',
  path: '/api/pings/{id}',
  who: 'signed-in',
  summary: "How a ping of one's own stands or ended.",
  params: z.strictObject({ id: z.uuid() }),
  answer: pingOutcomeSchema,
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const listPingWaits = endpoint({
  name: 'ping.waits',
  method: 'GET',
  path: '/api/ping-waits',
  who: 'signed-in',
  summary: "One's own pings that wait for sleeping devices, newest first, at most 100.",
  answer: z.strictObject({ waits: z.array(pingWaitSchema) }),
  refusals: [],
});

export const listPings = endpoint({
  name: 'ping.list',
  method: 'GET',
  path: '/api/devices/{serial}/pings',
  who: 'signed-in',
  summary: 'The ping locations of a device, newest first, at most 50.',
  params: deviceParams,
  answer: z.strictObject({ locations: z.array(pingLocationSchema) }),
  refusals: ['not_found', 'grant_required', 'forbidden'],
});

export const getPingQuota = endpoint({
  name: 'ping.quota',
  method: 'GET',
  path: '/api/ping-quota',
  who: 'signed-in',
  summary: 'How many pings of today are used, of how many, and when the day ends.',
  answer: pingQuotaSchema,
  refusals: [],
});
