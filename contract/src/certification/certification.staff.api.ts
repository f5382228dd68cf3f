import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { managedCertificationRules as rules } from './certification.rules.ts';
import {
  certificationLoadSchema,
  certificationNumberSchema,
  loadOutcomes,
  managedCertificationSchema,
  newCertificationSchema,
  revocationSchema,
} from './certification.staff.schema.ts';

/** A number can contain a slash, so the number is in the body and not in the path. */
const numberBody = z.strictObject({ number: certificationNumberSchema });

export const listCertifications = endpoint({
  name: 'certification.search',
  method: 'GET',
  path: '/api/support/certifications',
  who: 'staff',
  summary: 'Certifications by number, name or email, ordered by number; `next` continues the list.',
  query: z.strictObject({
    search: z.string().trim().max(rules.searchMaxLength).optional(),
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(rules.pageSize),
  }),
  answer: z.strictObject({ certifications: z.array(managedCertificationSchema), next: z.string().nullable() }),
  refusals: [],
});

export const loadCertifications = endpoint({
  name: 'certification.load',
  method: 'POST',
  path: '/api/support/certifications/load',
  who: 'staff',
  summary: 'Loads the certifications of a CSV file, row by row; a dry run says what would happen.',
  query: z.strictObject({ dryRun: z.enum(['true', 'false']) }),
  body: z.custom<Uint8Array>(),
  upload: { maxBytes: rules.fileMostBytes },
  answer: certificationLoadSchema,
  refusals: ['payload_too_large'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const addCertification = endpoint({
  name: 'certification.add',
  method: 'POST',
  path: '/api/support/certifications',
  who: 'staff',
  summary:
    'Adds one certification. Refuses `conflict` for a number on record with other details, unless `mayChange`, and for a revoked one.',
  body: newCertificationSchema,
  answer: z.strictObject({ number: z.string(), outcome: z.enum(loadOutcomes) }),
  refusals: ['conflict'],
});

export const revokeCertification = endpoint({
  name: 'certification.revoke',
  method: 'POST',
  path: '/api/support/certifications/revoke',
  who: 'staff',
  summary: 'Revokes a certification for good. The holder gets an email and can service devices for 30 more days.',
  body: revocationSchema,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const confirmCertification = endpoint({
  name: 'certification.confirm',
  method: 'POST',
  path: '/api/support/certifications/confirm',
  who: 'staff',
  summary: "Gives a certification to the account that claims it. Staff verify the person's identity first.",
  body: numberBody,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const releaseCertification = endpoint({
  name: 'certification.release',
  method: 'POST',
  path: '/api/support/certifications/release',
  who: 'staff',
  summary: 'Takes a certification from its account, or ends its pending claim.',
  body: numberBody,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});
