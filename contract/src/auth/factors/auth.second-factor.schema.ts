import { z } from 'zod';
import { instantSchema } from '../../kernel/time.ts';
import { personSchema } from '../auth.schema.ts';

/** Six digits of an authenticator app. */
export const totpCodeSchema = z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.');

/** One of the codes that are shown once; with or without its hyphen, in any case. */
export const recoveryCodeSchema = z.string().trim().min(8).max(32);

/** What stands in for a second step: a code of the app, or a recovery code. */
export const secondStepSchema = z.union([
  z.strictObject({ code: totpCodeSchema }),
  z.strictObject({ recoveryCode: recoveryCodeSchema }),
]);

export type SecondStep = z.infer<typeof secondStepSchema>;

/** What an authenticator app needs: the key to be typed, and the same as a link, which is shown as a QR code. */
export const totpSetUpSchema = z.strictObject({ key: z.string(), uri: z.string() });

export type TotpSetUp = z.infer<typeof totpSetUpSchema>;

/** Each works once. They are shown this once: the server keeps no more than their fingerprints. */
export const recoveryCodesSchema = z.array(z.string());

/** AUTH-18: a request to remove the second factor. `effectiveAt` holds if staff approve it before. */
export const removalSchema = z.strictObject({
  askedAt: instantSchema,
  effectiveAt: instantSchema,
  isApproved: z.boolean(),
});

export type Removal = z.infer<typeof removalSchema>;

export const secondFactorSchema = z.strictObject({
  isOn: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** This kind of account must have one on this server, so it cannot be turned off. */
  isRequired: z.boolean(),
  removal: removalSchema.nullable(),
});

export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** The password was right and nobody is signed in yet: a code is wanted, or a second factor has to be set up first. */
export const nextStepSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('code'), removal: removalSchema.nullable() }),
  z.strictObject({ step: z.literal('set_up'), setUp: totpSetUpSchema }),
]);

export type NextStep = z.infer<typeof nextStepSchema>;

/** What a right password answers. */
export const signInAnswerSchema = z.union([
  z.strictObject({ person: personSchema }),
  z.strictObject({ secondFactor: nextStepSchema }),
]);

export type SignInAnswer = z.infer<typeof signInAnswerSchema>;
