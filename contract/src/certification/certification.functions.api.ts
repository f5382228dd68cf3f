import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { certificationRowSchema } from './certification.schema.ts';
import { NUMBER_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './certification.rules.ts';

/** The answer of the look-ups. Sign-up uses `checkCertification` instead, which answers only yes or no (T40). */
const answer = z.array(certificationRowSchema).max(1);

/** Fields that name a person must name the caller or be left out (FN-01). */
const ownEmail = z.string().max(254).optional();
const ownName = z
  .string()
  .max(2 * PERSON_NAME_MAX_LENGTH + 1)
  .optional();

export const getCertificationByEmail = endpoint({
  name: 'certification.byEmailFunction',
  method: 'POST',
  path: '/functions/v1/get_certification_by_email',
  who: 'signed-in',
  summary: "Returns the caller's valid certification, found by the caller's email address, or else an empty list.",
  body: z.strictObject({ user_email: ownEmail }),
  answer,
  refusals: ['forbidden'],
});

export const getCertificationByName = endpoint({
  name: 'certification.byNameFunction',
  method: 'POST',
  path: '/functions/v1/get_certification_by_name',
  who: 'signed-in',
  summary: "Returns the caller's valid certification, found by the caller's name, or else an empty list.",
  body: z.strictObject({ user_name: ownName }),
  answer,
  refusals: ['forbidden'],
});

export const verifyCertificationNumber = endpoint({
  name: 'certification.verifyFunction',
  method: 'POST',
  path: '/functions/v1/verify_certification_number',
  who: 'signed-in',
  summary:
    "Returns the caller's valid certification if it has this number, or else an empty list. The answer does not reveal whether the number exists.",
  body: z.strictObject({ cert_number: z.string().trim().min(1).max(NUMBER_MAX_LENGTH) }),
  answer,
  refusals: [],
});
