import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.ts';
import { passkeyOptionsSchema } from './auth.passkeys.schema.ts';
import { proofSchema } from './auth.proof.schema.ts';

export const startProof = endpoint({
  name: 'auth.startProof',
  method: 'POST',
  path: '/api/auth/prove/options',
  who: 'signed-in',
  summary:
    'What a proof needs: whether a code goes with the password, and the question to a passkey when there is one.',
  answer: z.strictObject({ needsCode: z.boolean(), passkey: passkeyOptionsSchema.nullable() }),
  refusals: [],
});

export const prove = endpoint({
  name: 'auth.prove',
  method: 'POST',
  path: '/api/auth/prove',
  who: 'signed-in',
  summary:
    'Proves anew who is asking, for what needs a fresh proof: by the password, with a code where a second factor is on, or by a passkey.',
  body: proofSchema,
  answer: z.strictObject({ provedAt: instantSchema }),
  refusals: ['wrong_credentials'],
});
