import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { CERTIFICATION_REASON_MAX_LENGTH, NUMBER_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './certification.rules.ts';

/** A claim of a certification, as staff decide it (CERT-10). */
export const managedClaimSchema = z.strictObject({
  /** The claimant's address. Null for an account that is unknown by now. */
  email: z.string().nullable(),
  expiresAt: instantSchema,
  /** Null while the claim waits. */
  outcome: z.enum(['confirmed', 'declined', 'expired', 'taken', 'released', 'withdrawn']).nullable(),
  endedAt: instantSchema.nullable(),
});

/** A record of the training provider, as staff manage it (CERT-08). */
export const managedCertificationSchema = z.strictObject({
  number: z.string(),
  fullName: z.string(),
  email: z.string(),
  state: z.enum(['valid', 'expiring', 'ended']),
  expiresAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  /** Null from the console. */
  revokeReason: z.string().nullable(),
  /** An account holds the certification. */
  isInUse: z.boolean(),
  matchedBy: z.enum(['email', 'name', 'number']).nullable(),
  claim: managedClaimSchema.nullable(),
});

export type ManagedCertification = z.infer<typeof managedCertificationSchema>;

export const loadOutcomes = ['added', 'changed', 'unchanged', 'revoked', 'bad'] as const;

/** The outcome of each row of a file. A dry run only foretells the outcomes. */
export const certificationLoadSchema = z.strictObject({
  dryRun: z.boolean(),
  rows: z.array(
    z.strictObject({
      line: z.int().positive(),
      number: z.string().nullable(),
      outcome: z.enum(loadOutcomes),
      problem: z.string().nullable(),
    }),
  ),
});

export type CertificationLoad = z.infer<typeof certificationLoadSchema>;

export const certificationNumberSchema = z.string().trim().min(1).max(NUMBER_MAX_LENGTH);

export const newCertificationSchema = z.strictObject({
  number: certificationNumberSchema,
  fullName: z
    .string()
    .trim()
    .min(1)
    .max(2 * PERSON_NAME_MAX_LENGTH),
  email: z.string().trim().max(254).pipe(z.email()),
  /** The last day. Null: the certification has no end. */
  lastDay: z.iso.date().nullable(),
  /** Whether a record with this number and other details is changed. */
  mayChange: z.boolean().default(false),
});

export const revocationSchema = z.strictObject({
  number: certificationNumberSchema,
  reason: z.string().trim().min(1).max(CERTIFICATION_REASON_MAX_LENGTH),
});
