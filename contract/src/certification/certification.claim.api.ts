import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const answerClaim = endpoint({
  name: 'certification.answerClaim',
  method: 'POST',
  path: '/api/certification/claim',
  who: 'anybody',
  summary:
    'Confirms or declines the claim of a certification, by the token that was mailed to the address on record. A token works once, for 14 days.',
  body: z.strictObject({ token: z.string().min(1).max(200), answer: z.enum(['yes', 'no']) }),
  answer: z.strictObject({ outcome: z.enum(['confirmed', 'declined']) }),
  refusals: ['gone'],
  limit: { calls: 20, windowSec: 60 },
});
