import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { certificationCheckSchema, ownCertificationSchema } from './certification.schema.ts';

export const checkCertification = endpoint({
  name: 'certification.check',
  method: 'POST',
  path: '/api/certification/check',
  who: 'anybody',
  summary: 'Whether these names hold a certification that no account uses yet: yes or no, 10 times an hour.',
  body: certificationCheckSchema,
  answer: z.strictObject({ verified: z.boolean() }),
  refusals: [],
});

export const getOwnCertification = endpoint({
  name: 'certification.own',
  method: 'GET',
  path: '/api/certification',
  who: 'installers',
  summary: "The signed-in installer's certification and until when it counts, or null when the operator asks for none.",
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
