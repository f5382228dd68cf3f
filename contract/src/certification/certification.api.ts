import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { certificationCheckSchema, ownCertificationSchema } from './certification.schema.ts';

export const checkCertification = endpoint({
  name: 'certification.check',
  method: 'POST',
  path: '/api/certification/check',
  who: 'anybody',
  summary: 'Returns whether an unused certification exists for this email or name. At most 10 failed calls per hour.',
  body: certificationCheckSchema,
  answer: z.strictObject({ verified: z.boolean() }),
  refusals: [],
});

export const getOwnCertification = endpoint({
  name: 'certification.own',
  method: 'GET',
  path: '/api/certification',
  who: 'installers',
  summary:
    "Returns the signed-in installer's certification and its expiry, or null if this portal does not require one.",
  answer: z.strictObject({ certification: ownCertificationSchema.nullable() }),
  refusals: [],
});

export const getTraining = endpoint({
  name: 'certification.training',
  method: 'GET',
  path: '/api/certification/training',
  who: 'anybody',
  summary: "The address of the training provider's page, or null when the operator named none.",
  answer: z.strictObject({ url: z.url().nullable() }),
  refusals: [],
});
