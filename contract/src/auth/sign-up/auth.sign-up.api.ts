import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { codeSchema, newEmailSchema, signUpSchema } from './auth.sign-up.schema.ts';

// A sign-up that waits for its confirmation is known by a cookie of the browser that began it, or that signed in with
// its password. So no code fits somebody else's sign-up, and a page that is loaded anew goes on where it was.

export const signUp = endpoint({
  name: 'auth.signUp',
  method: 'POST',
  path: '/api/auth/sign-up',
  who: 'anybody',
  summary:
    'Starts a sign-up and emails a code. The response is the same whether or not the address has an account. Installers need a certification on record.',
  body: signUpSchema,
  /** `company`: whom the person will belong to once confirmed; null without an invitation, or when it has ended. */
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
  /** `email`: to sign in with. `company`: what came of the invitation, if there was one. */
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
