import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { openSessionSchema } from './auth.sessions.schema.ts';

export const listSessions = endpoint({
  name: 'auth.listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  who: 'signed-in',
  summary: "One's own open sessions, the newest seen first.",
  answer: z.strictObject({ sessions: z.array(openSessionSchema) }),
  refusals: [],
});

export const endSession = endpoint({
  name: 'auth.endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  who: 'signed-in',
  summary: "Ends one of one's own sessions; its streams end within a second.",
  params: z.strictObject({ id: z.uuid() }),
  answer: z.strictObject({ ended: z.literal(true) }),
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  name: 'auth.endOtherSessions',
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  who: 'signed-in',
  summary: "Ends all of one's own sessions but the one that asks.",
  answer: z.strictObject({ ended: z.int().nonnegative() }),
  refusals: [],
});
