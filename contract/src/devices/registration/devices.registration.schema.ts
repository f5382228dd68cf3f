import { z } from 'zod';
import { SERIAL_MAX_LENGTH, serialSchema } from '../../kernel/serial.ts';
import { instantSchema } from '../../kernel/time.ts';
import { claimRules } from './devices.registration.rules.ts';
import { registrationTexts } from './devices.registration.texts.ts';
import { NICKNAME_MAX_LENGTH } from '../devices.rules.ts';

/** REG-01: a serial as a person types it: blanks around it do not count, blanks and wildcards within are refused. */
export const typedSerialSchema = z
  .string()
  .trim()
  .min(1, registrationTexts.serialMissing)
  .max(SERIAL_MAX_LENGTH, registrationTexts.serialInvalid)
  .regex(/^[A-Za-z0-9_-]+$/, registrationTexts.serialInvalid);

/** The name of a device, in one line; empty means none. */
export const nicknameSchema = z
  .string()
  .trim()
  .normalize()
  .max(NICKNAME_MAX_LENGTH, registrationTexts.nicknameTooLong)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u, registrationTexts.nicknameInvalid)
  .transform((name) => (name === '' ? null : name))
  .nullable();

/** As it was typed or read: gaps and letter case do not count. */
export const claimCodeSchema = z
  .string()
  .max(2 * claimRules.maxLength, registrationTexts.claimWrong)
  .nullable();

/** REG-02: what verifying a serial says. `retry`: asking again later may say something else (REG-03). */
export const verificationSchema = z.strictObject({
  serialNumber: serialSchema,
  state: z.enum(['free', 'registered', 'other_letter_case', 'not_in_registry']),
  needsClaimCode: z.boolean(),
  retry: z.boolean(),
  /** By whom and when, to people who may know; null to all others, and where nobody has registered it. */
  details: z.strictObject({ name: z.string(), isYou: z.boolean(), at: instantSchema }).nullable(),
});

export type Verification = z.infer<typeof verificationSchema>;

export const importOutcomeSchema = z.enum([
  /** A dry run would register or assign it. */
  'ready',
  'registered',
  'registered_assigned',
  /** It is registered, and `problem` says why it is not assigned. */
  'registered_only',
  /** It was registered by the caller before. */
  'assigned',
  'refused',
]);

export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importRowSchema = z.strictObject({
  /** Of the file, counted from 1; the names of the columns are line 1. */
  line: z.int().positive(),
  /** As it stands in the file, shortened; null where there is none. */
  serialNumber: z.string().nullable(),
  outcome: importOutcomeSchema,
  problem: z.string().nullable(),
});

export type ImportRow = z.infer<typeof importRowSchema>;

export const importReportSchema = z.strictObject({
  dryRun: z.boolean(),
  rows: z.array(importRowSchema),
  counts: z.strictObject({ good: z.int().nonnegative(), refused: z.int().nonnegative() }),
});

export type ImportReport = z.infer<typeof importReportSchema>;
