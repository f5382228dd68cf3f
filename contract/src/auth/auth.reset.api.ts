import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { newEmailSchema, newPasswordSchema } from './auth.sign-up.schema.ts';

export const requestReset = endpoint({
  name: 'auth.requestReset',
  method: 'POST',
  path: '/api/auth/reset',
  who: 'anybody',
  summary: 'Sends the link of a reset, if there is an account with this address; the answer does not tell.',
  body: z.strictObject({ email: newEmailSchema }),
  answer: z.strictObject({ asked: z.literal(true) }),
  refusals: [],
});

export const resetPassword = endpoint({
  name: 'auth.resetPassword',
  method: 'POST',
  path: '/api/auth/reset/password',
  who: 'anybody',
  summary: 'Sets a new password by the token of a link, which works once and for 30 minutes, and ends every session.',
  body: z.strictObject({ token: z.string().min(1).max(200), password: newPasswordSchema }),
  answer: z.strictObject({ changed: z.literal(true) }),
  refusals: ['gone'],
});
