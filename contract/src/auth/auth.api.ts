import { z } from 'zod';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import { PASSWORD_MAX_LENGTH } from './auth.rules.ts';
import { doorSchema, personSchema } from './auth.schema.ts';
import { authTexts } from './auth.texts.ts';
import { signInAnswerSchema } from './factors/auth.second-factor.schema.ts';

export const signIn = endpoint({
  name: 'auth.signIn',
  method: 'POST',
  path: '/api/auth/sign-in',
  who: 'anybody',
  summary: 'Ends the browser’s current session and signs in, or returns the second step that is required.',
  body: z.strictObject({
    email: z
      .string(authTexts.emailInvalid)
      .trim()
      .max(254, authTexts.emailInvalid)
      .pipe(z.email(authTexts.emailInvalid)),
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
    'Ends the session of this browser, if any. Set keepWorker when the session expired rather than the person signing out: the browser then keeps the service worker that shows push alerts.',
  query: z.strictObject({ keepWorker: z.literal('1').optional() }),
  answer: doneAnswer,
  refusals: [],
});

export const getSession = endpoint({
  name: 'auth.getSession',
  method: 'GET',
  path: '/api/auth/session',
  who: 'anybody',
  summary: 'Returns the signed-in person, or null.',
  answer: z.strictObject({ person: personSchema.nullable() }),
  refusals: [],
});
