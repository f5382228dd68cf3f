import { z } from 'zod';
import { instantSchema } from '../kernel/time.ts';
import { NUMBER_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from './certification.rules.ts';

const nameSchema = z.string().trim().min(1).max(PERSON_NAME_MAX_LENGTH);

/** Who wants to know whether they are certified; without a number e-mail and name are looked for (CERT-03). */
export const certificationCheckSchema = z.strictObject({
  firstName: nameSchema,
  lastName: nameSchema,
  email: z.string().trim().max(254).pipe(z.email()),
  number: z.string().trim().min(1).max(NUMBER_MAX_LENGTH).optional(),
});

/** A certification that serves the installer's account, as it stands now (CERT-09). */
export const heldCertificationSchema = z.strictObject({
  state: z.enum(['valid', 'expiring', 'ended']),
  number: z.string(),
  /** Why it ended; null while it has not. */
  reason: z.enum(['revoked', 'expired']).nullable(),
  /** When it ends or ended; null when it has no end. */
  endsAt: instantSchema.nullable(),
  /** Until when devices may still be serviced; null while it has not ended. */
  servicingUntil: instantSchema.nullable(),
});

/**
 * What an installer knows of their own certification. Without its number while a claim waits or has failed: a person
 * who was found by name alone must not learn another person's number (CERT-08, CERT-10).
 */
export const ownCertificationSchema = z.discriminatedUnion('state', [
  heldCertificationSchema,
  /** The address on record is asked until then. */
  z.strictObject({ state: z.literal('awaiting_confirmation'), until: instantSchema }),
  /** Why the account has no certification: what became of its claim. */
  z.strictObject({ state: z.literal('missing'), reason: z.enum(['declined', 'expired', 'taken', 'released']) }),
]);

/** A row of the look-ups. */
export const certificationRowSchema = z.strictObject({ certification_number: z.string(), full_name: z.string() });

export type CertificationRow = z.infer<typeof certificationRowSchema>;

export type HeldCertification = z.infer<typeof heldCertificationSchema>;

export type OwnCertification = z.infer<typeof ownCertificationSchema>;
