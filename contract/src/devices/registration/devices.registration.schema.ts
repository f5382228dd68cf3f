import { z } from 'zod';
import { nameSchema } from '../../kernel/name.schema.ts';
import { SERIAL_MAX_LENGTH } from '../../kernel/serial.ts';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { claimRules } from './devices.registration.rules.ts';
import { registrationTexts } from './devices.registration.texts.ts';
import { NICKNAME_MAX_LENGTH } from '../devices.rules.ts';

/**
 * REG-01: a serial as a user types the serial: surrounding spaces are ignored, inner spaces and wildcards are refused.
 */
export const typedSerialSchema = z
  .string()
  .trim()
  .min(1, registrationTexts.serialMissing)
  .max(SERIAL_MAX_LENGTH, registrationTexts.serialInvalid)
  .regex(/^[A-Za-z0-9_-]+$/, registrationTexts.serialInvalid);

/** The name of a device, on one line. Empty means no name. */
export const nicknameSchema = nameSchema(NICKNAME_MAX_LENGTH, {
  tooLong: registrationTexts.nicknameTooLong,
  notPlain: registrationTexts.nicknameInvalid,
})
  .transform((name) => (name === '' ? null : name))
  .nullable();

/** The code as typed or scanned: gaps and letter case are ignored. */
export const claimCodeSchema = z
  .string()
  .max(2 * claimRules.maxLength, registrationTexts.claimWrong)
  .nullable();

/** REG-02: the result of verifying a serial. `retry`: a later attempt may give a different result (REG-03). */
export const verificationSchema = z.strictObject({
  serialNumber: serialSchema,
  state: z.enum(['free', 'registered', 'other_letter_case', 'not_in_registry']),
  needsClaimCode: z.boolean(),
  retry: z.boolean(),
  /**
   * The registrant and the time, only for callers with permission. Null for other callers and for an unregistered
   * device.
   */
  details: z.strictObject({ name: z.string(), isYou: z.boolean(), at: instantSchema }).nullable(),
});

export type Verification = z.infer<typeof verificationSchema>;

export const importOutcomeSchema = z.enum([
  /** A dry run would register or assign the device. */
  'ready',
  'registered',
  'registered_assigned',
  /** The device is registered, and `problem` says why it is not assigned. */
  'registered_only',
  /** The caller had registered the device before. */
  'assigned',
  'refused',
]);

export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importRowSchema = z.strictObject({
  /** The row number that a spreadsheet shows: the names of the columns are row 1. */
  line: z.int().positive(),
  /** The value in the file, shortened. Null when missing. */
  serialNumber: z.string().nullable(),
  outcome: importOutcomeSchema,
  problem: z.string().nullable(),
});

export type ImportRow = z.infer<typeof importRowSchema>;

export const importReportSchema = z.strictObject({
  dryRun: z.boolean(),
  rows: z.array(importRowSchema),
  counts: z.strictObject({ good: z.int().nonnegative(), refused: z.int().nonnegative() }),
  /** A name that was read from a legacy character set, for a person to check. Null when nothing was guessed. */
  guessedName: z.string().nullable(),
});

export type ImportReport = z.infer<typeof importReportSchema>;
