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

/** An installer's own certification, as it stands now (CERT-09). */
export const ownCertificationSchema = z.strictObject({
  number: z.string(),
  state: z.enum(['valid', 'expiring', 'ended']),
  /** Why it ended; null while it has not. */
  reason: z.enum(['revoked', 'expired']).nullable(),
  /** When it ends or ended; null when it has no end. */
  endsAt: instantSchema.nullable(),
  /** Until when devices may still be serviced; null while it has not ended. */
  servicingUntil: instantSchema.nullable(),
});

/** A row of the look-ups of portal.md §7. */
export const certificationRowSchema = z.strictObject({ certification_number: z.string(), full_name: z.string() });

export type CertificationRow = z.infer<typeof certificationRowSchema>;

export type OwnCertification = z.infer<typeof ownCertificationSchema>;
