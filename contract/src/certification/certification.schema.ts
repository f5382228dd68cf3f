import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { NUMBER_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './certification.rules.ts';

const nameSchema = z.string().trim().min(1).max(PERSON_NAME_MAX_LENGTH);

/** The person whose certification is checked. Without a number the check searches by email and name (CERT-03). */
export const certificationCheckSchema = z.strictObject({
  firstName: nameSchema,
  lastName: nameSchema,
  email: z.string().trim().max(254).pipe(z.email()),
  number: z.string().trim().min(1).max(NUMBER_MAX_LENGTH).optional(),
});

/** The current state of a certification that serves the installer's account (CERT-09). */
export const heldCertificationSchema = z.strictObject({
  state: z.enum(['valid', 'expiring', 'ended']),
  number: z.string(),
  /** The reason for the end. Null while the certification is valid. */
  reason: z.enum(['revoked', 'expired']).nullable(),
  /** The time of the end, past or future. Null for a certification without an end. */
  endsAt: instantSchema.nullable(),
  /** The end of permitted servicing of devices. Null while the certification has not ended. */
  servicingUntil: instantSchema.nullable(),
});

/**
 * An installer's view of their own certification. The number is left out while a claim waits or has failed. A person
 * matched by name alone must not learn another person's number (CERT-08, CERT-10).
 */
export const ownCertificationSchema = z.discriminatedUnion('state', [
  heldCertificationSchema,
  /** The address on record is asked until then. */
  z.strictObject({ state: z.literal('awaiting_confirmation'), until: instantSchema }),
  /** Why the account has no certification: the result of its claim. */
  z.strictObject({ state: z.literal('missing'), reason: z.enum(['declined', 'expired', 'taken', 'released']) }),
]);

/** A row of the look-ups. */
export const certificationRowSchema = z.strictObject({ certification_number: z.string(), full_name: z.string() });

export type CertificationRow = z.infer<typeof certificationRowSchema>;

export type HeldCertification = z.infer<typeof heldCertificationSchema>;

export type OwnCertification = z.infer<typeof ownCertificationSchema>;
