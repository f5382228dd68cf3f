import { z } from 'zod';
import { passkeyAnswerSchema } from './auth.passkeys.schema.ts';
import { PASSWORD_MAX_LENGTH } from '../auth.rules.ts';
import { recoveryCodeSchema, totpCodeSchema } from './auth.second-factor.schema.ts';

const passwordSchema = z.string().min(1).max(PASSWORD_MAX_LENGTH);

/** AUTH-17: how a signed-in user re-authenticates. The password needs a code when two-step sign-in is on. */
export const proofSchema = z.union([
  z.strictObject({ password: passwordSchema }),
  z.strictObject({ password: passwordSchema, code: totpCodeSchema }),
  z.strictObject({ password: passwordSchema, recoveryCode: recoveryCodeSchema }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
]);

export type Proof = z.infer<typeof proofSchema>;
