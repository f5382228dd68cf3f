import { z } from 'zod';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import { newEmailSchema, newPasswordSchema } from './auth.sign-up.schema.ts';

export const requestReset = endpoint({
  name: 'auth.requestReset',
  method: 'POST',
  path: '/api/auth/reset',
  who: 'anybody',
  summary: 'Emails a reset link if an account with this address exists. The response does not reveal whether it does.',
  body: z.strictObject({ email: newEmailSchema }),
  answer: doneAnswer,
  refusals: [],
});

export const resetPassword = endpoint({
  name: 'auth.resetPassword',
  method: 'POST',
  path: '/api/auth/reset/password',
  who: 'anybody',
  summary:
    'Sets a new password with the token of a reset link and ends all sessions. The token works once, for 30 minutes.',
  body: z.strictObject({ token: z.string().min(1).max(200), password: newPasswordSchema }),
  answer: doneAnswer,
  refusals: ['gone'],
});
