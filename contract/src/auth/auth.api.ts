import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { PASSWORD_MAX_LENGTH } from './auth.rules.ts';
import { doorSchema, personSchema } from './auth.schema.ts';
import { signInAnswerSchema } from './auth.second-factor.schema.ts';

export const signIn = endpoint({
  name: 'auth.signIn',
  method: 'POST',
  path: '/api/auth/sign-in',
  who: 'anybody',
  summary: 'Ends whatever session the browser had and signs in, or tells the second step that is still to come.',
  body: z.strictObject({
    email: z.email().max(254),
    password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
    door: doorSchema.optional(),
  }),
  answer: signInAnswerSchema,
  refusals: ['wrong_credentials', 'unconfirmed', 'forbidden'],
});

export const signOut = endpoint({
  name: 'auth.signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  who: 'anybody',
  summary:
    'Ends the session of this browser; harmless without one. keepWorker: the session has ended by itself and nobody signs out, so the browser keeps the worker that shows pushed alerts.',
  query: z.strictObject({ keepWorker: z.literal('1').optional() }),
  answer: z.strictObject({ signedOut: z.literal(true) }),
  refusals: [],
});

export const getSession = endpoint({
  name: 'auth.getSession',
  method: 'GET',
  path: '/api/auth/session',
  who: 'anybody',
  summary: 'The signed-in person, or null.',
  answer: z.strictObject({ person: personSchema.nullable() }),
  refusals: [],
});
