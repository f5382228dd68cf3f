import { z } from 'zod';
import { instantSchema } from '../../kernel/time.schema.ts';
import { personSchema } from '../auth.schema.ts';

/** Six digits of an authenticator app. */
export const totpCodeSchema = z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.');

/** A recovery code from the list that is shown once, with or without its hyphen, in any case. */
export const recoveryCodeSchema = z.string().trim().min(8).max(32);

/** The input for a second step: an app code or a recovery code. */
export const secondStepSchema = z.union([
  z.strictObject({ code: totpCodeSchema }),
  z.strictObject({ recoveryCode: recoveryCodeSchema }),
]);

export type SecondStep = z.infer<typeof secondStepSchema>;

/** The data for an authenticator app: the key for typing, and the same key as a link, which is shown as a QR code. */
export const totpSetUpSchema = z.strictObject({ key: z.string(), uri: z.string() });

export type TotpSetUp = z.infer<typeof totpSetUpSchema>;

/** Each code works once. The codes are shown only this time: the server stores only their hashes. */
export const recoveryCodesSchema = z.array(z.string());

/**
 * AUTH-18: a request to remove the second factor. `effectiveAt` applies if staff approve the request before that time.
 */
export const removalSchema = z.strictObject({
  askedAt: instantSchema,
  effectiveAt: instantSchema,
  isApproved: z.boolean(),
});

export type Removal = z.infer<typeof removalSchema>;

/** A request that waits for the approval of support staff. */
export const waitingRemovalSchema = removalSchema.omit({ isApproved: true }).extend({
  accountId: z.uuid(),
  name: z.string(),
  email: z.string(),
});

export type WaitingRemoval = z.infer<typeof waitingRemovalSchema>;

export const secondFactorSchema = z.strictObject({
  isOn: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** This account type must use two-step sign-in on this server, so the user cannot turn the second factor off. */
  isRequired: z.boolean(),
  removal: removalSchema.nullable(),
});

export type SecondFactor = z.infer<typeof secondFactorSchema>;

/**
 * The password was correct, but the user is not signed in yet: a code is required, or a second factor must be set up
 * first.
 */
export const nextStepSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('code'), removal: removalSchema.nullable() }),
  z.strictObject({ step: z.literal('set_up'), setUp: totpSetUpSchema }),
]);

export type NextStep = z.infer<typeof nextStepSchema>;

/** The answer to a correct password. */
export const signInAnswerSchema = z.union([
  z.strictObject({ person: personSchema }),
  z.strictObject({ secondFactor: nextStepSchema }),
]);

export type SignInAnswer = z.infer<typeof signInAnswerSchema>;
