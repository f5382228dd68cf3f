import { z } from 'zod';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import { openSessionSchema } from './auth.sessions.schema.ts';

export const listSessions = endpoint({
  name: 'auth.listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  who: 'signed-in',
  summary: 'Lists your open sessions, most recently active first.',
  answer: z.strictObject({ sessions: z.array(openSessionSchema) }),
  refusals: [],
});

export const endSession = endpoint({
  name: 'auth.endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  who: 'signed-in',
  summary: 'Ends one of your sessions. Its streams close within one second.',
  params: z.strictObject({ id: z.uuid() }),
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  name: 'auth.endOtherSessions',
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  who: 'signed-in',
  summary: 'Ends all your other sessions.',
  answer: z.strictObject({ ended: z.int().nonnegative() }),
  refusals: [],
});
