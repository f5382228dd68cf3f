import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { passkeyOptionsSchema } from './auth.passkeys.schema.ts';
import { proofSchema } from './auth.proof.schema.ts';

export const startProof = endpoint({
  name: 'auth.startProof',
  method: 'POST',
  path: '/api/auth/prove/options',
  who: 'signed-in',
  summary:
    'Returns what re-authentication requires: whether a code is needed with the password, and the WebAuthn options if a passkey exists.',
  answer: z.strictObject({ needsCode: z.boolean(), passkey: passkeyOptionsSchema.nullable() }),
  refusals: [],
});

export const prove = endpoint({
  name: 'auth.prove',
  method: 'POST',
  path: '/api/auth/prove',
  who: 'signed-in',
  summary:
    'Re-authenticates the caller by password (plus code if two-step sign-in is on) or by passkey. Required before sensitive actions.',
  body: proofSchema,
  answer: z.strictObject({ provedAt: instantSchema }),
  refusals: ['wrong_credentials'],
});
