import { z } from 'zod';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import {
  newPasskeyAnswerSchema,
  newPasskeyOptionsSchema,
  passkeyAnswerSchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
} from './auth.passkeys.schema.ts';
import { doorSchema, personSchema } from '../auth.schema.ts';

const passkeyParams = z.strictObject({ id: z.uuid() });

export const listPasskeys = endpoint({
  name: 'auth.listPasskeys',
  method: 'GET',
  path: '/api/auth/passkeys',
  who: 'signed-in',
  summary: 'Lists your passkeys, oldest first.',
  answer: z.strictObject({ passkeys: z.array(passkeySchema) }),
  refusals: [],
});

export const startPasskey = endpoint({
  name: 'auth.startPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  who: 'signed-in',
  summary: 'Returns the WebAuthn options for creating a passkey.',
  freshProof: true,
  answer: z.strictObject({ options: newPasskeyOptionsSchema }),
  refusals: ['conflict'],
});

export const addPasskey = endpoint({
  name: 'auth.addPasskey',
  method: 'POST',
  path: '/api/auth/passkeys',
  who: 'signed-in',
  summary: 'Stores a passkey that the browser created.',
  freshProof: true,
  body: z.strictObject({ name: passkeyNameSchema, answer: newPasskeyAnswerSchema }),
  answer: z.strictObject({ passkey: passkeySchema }),
  refusals: ['wrong_credentials', 'conflict'],
});

export const renamePasskey = endpoint({
  name: 'auth.renamePasskey',
  method: 'PATCH',
  path: '/api/auth/passkeys/{id}',
  who: 'signed-in',
  summary: 'Renames one of your passkeys.',
  params: passkeyParams,
  body: z.strictObject({ name: passkeyNameSchema }),
  answer: z.strictObject({ passkey: passkeySchema }),
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  name: 'auth.removePasskey',
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  who: 'signed-in',
  summary: 'Removes one of your passkeys.',
  freshProof: true,
  params: passkeyParams,
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const startPasskeySignIn = endpoint({
  name: 'auth.startPasskeySignIn',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in/options',
  who: 'anybody',
  summary: 'Returns the WebAuthn options for signing in with a passkey.',
  answer: z.strictObject({ options: passkeyOptionsSchema }),
  refusals: [],
  limit: { calls: 30, windowSec: 60 },
});

export const signInWithPasskey = endpoint({
  name: 'auth.signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  who: 'anybody',
  summary:
    'Signs in with a passkey, without password or second step. Requires user verification. Ends the browser’s current session.',
  body: z.strictObject({ answer: passkeyAnswerSchema, door: doorSchema.optional() }),
  answer: z.strictObject({ person: personSchema }),
  refusals: ['wrong_credentials', 'forbidden'],
});
