import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { codeSchema, newEmailSchema, signUpSchema } from './auth.sign-up.schema.ts';

// A cookie identifies a sign-up that waits for confirmation. The cookie is in the browser that began the sign-up or
// signed in with its password. A code therefore never fits another user's sign-up, and a reloaded page continues at the
// same step.

export const signUp = endpoint({
  name: 'auth.signUp',
  method: 'POST',
  path: '/api/auth/sign-up',
  who: 'anybody',
  summary:
    'Starts a sign-up and emails a code. The response is the same whether or not the address has an account. Installers need a certification on record.',
  body: signUpSchema,
  /**
   * `company`: the company that the user joins after confirmation. Null without an invitation or with an ended
   * invitation.
   */
  answer: z.strictObject({ codeSentTo: z.string(), company: z.string().nullable() }),
  refusals: [],
});

export const confirmSignUp = endpoint({
  name: 'auth.confirmSignUp',
  method: 'POST',
  path: '/api/auth/sign-up/confirm',
  who: 'anybody',
  summary: 'Creates the account of this browser’s sign-up. A code works once, for 30 minutes and for 5 attempts.',
  body: z.strictObject({ code: codeSchema }),
  /** `email`: the address for signing in. `company`: the result of the invitation, if any. */
  answer: z.strictObject({ email: z.string(), company: z.enum(['joined', 'ended']).nullable() }),
  refusals: ['gone', 'conflict'],
});

export const resendSignUpCode = endpoint({
  name: 'auth.resendSignUpCode',
  method: 'POST',
  path: '/api/auth/sign-up/code',
  who: 'anybody',
  summary: 'Resends the code of this browser’s sign-up. The previous code stops working.',
  answer: z.strictObject({ codeSentTo: z.string() }),
  refusals: ['gone'],
});

export const correctSignUpEmail = endpoint({
  name: 'auth.correctSignUpEmail',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  who: 'anybody',
  summary: 'Changes the address of this browser’s sign-up and emails a new code. The previous code stops working.',
  body: z.strictObject({ email: newEmailSchema }),
  answer: z.strictObject({ codeSentTo: z.string() }),
  refusals: ['gone'],
});
