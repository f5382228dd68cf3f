import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import { epochMsSchema } from '../kernel/time.schema.ts';
import { knownPositionsSchema, liveOutcomeSchema, packedPathSchema, positionSchema } from './tracking.schema.ts';

const refusals = ['not_found', 'premium_required', 'grant_required', 'forbidden'] as const;

export const startLive = endpoint({
  name: 'tracking.start',
  method: 'POST',
  path: '/api/devices/{serial}/live',
  who: 'signed-in',
  summary: 'Starts live tracking: takes or renews a viewer lease and turns on live mode.',
  params: deviceParams,
  /** The page creates a `viewerId` per view. The lease ends 60 s after the last renewal. */
  body: z.strictObject({ viewerId: z.uuid() }),
  answer: liveOutcomeSchema,
  refusals: [...refusals, 'conflict'],
});

export const renewLive = endpoint({
  name: 'tracking.renew',
  method: 'PUT',
  path: '/api/devices/{serial}/live/{viewerId}',
  who: 'signed-in',
  summary: "Renews a viewer's lease.",
  params: deviceParams.extend({ viewerId: z.uuid() }),
  answer: z.strictObject({ leased: z.boolean() }),
  refusals: [...refusals, 'conflict'],
});

export const stopLive = endpoint({
  name: 'tracking.stop',
  method: 'DELETE',
  path: '/api/devices/{serial}/live/{viewerId}',
  who: 'signed-in',
  summary: 'Ends a viewer lease. Turns off live mode when it was the last one.',
  params: deviceParams.extend({ viewerId: z.uuid() }),
  answer: doneAnswer,
  refusals: [...refusals, 'conflict'],
});

export const getPath = endpoint({
  name: 'tracking.path',
  method: 'GET',
  path: '/api/devices/{serial}/path',
  who: 'signed-in',
  summary: 'The last 24 hours: ping locations and reported positions merged, ascending.',
  params: deviceParams,
  answer: packedPathSchema,
  refusals,
});

export const listPositions = endpoint({
  name: 'tracking.positions',
  method: 'GET',
  path: '/api/devices/{serial}/positions',
  who: 'signed-in',
  summary:
    'Returns positions received at or after a given time, in order of receipt, without those the page already has. Used after gaps and while the stream is disconnected.',
  params: deviceParams,
  query: z.strictObject({
    receivedSince: z.coerce.number().pipe(epochMsSchema),
    /**
     * The positions that the page already has. Sending these again would create another entry in the user's access log.
     */
    known: knownPositionsSchema.optional(),
  }),
  /** `complete` false: there were more than fit; load the path anew. */
  answer: z.strictObject({ positions: z.array(positionSchema), complete: z.boolean(), asOf: epochMsSchema }),
  refusals,
});
