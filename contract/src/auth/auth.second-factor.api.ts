import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { personSchema } from './auth.schema.ts';
import {
  recoveryCodesSchema,
  removalSchema,
  secondFactorSchema,
  secondStepSchema,
  totpCodeSchema,
  totpSetUpSchema,
} from './auth.second-factor.schema.ts';

export const getSecondFactor = endpoint({
  name: 'auth.getSecondFactor',
  method: 'GET',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  summary: "Whether one's own account has a second factor, and how many recovery codes are left.",
  answer: secondFactorSchema,
  refusals: [],
});

export const startSecondFactor = endpoint({
  name: 'auth.startSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/start',
  who: 'signed-in',
  summary: 'Makes a key for an authenticator app; nothing is on before a code of it was given.',
  freshProof: true,
  answer: totpSetUpSchema,
  refusals: ['conflict'],
});

export const confirmSecondFactor = endpoint({
  name: 'auth.confirmSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  who: 'signed-in',
  summary: 'Turns the second factor on by a code of the key that was made; answers recovery codes, this once.',
  freshProof: true,
  body: z.strictObject({ code: totpCodeSchema }),
  answer: z.strictObject({ recoveryCodes: recoveryCodesSchema }),
  refusals: ['wrong_credentials', 'gone'],
});

export const renewRecoveryCodes = endpoint({
  name: 'auth.renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  who: 'signed-in',
  summary: 'Makes new recovery codes; the old ones work no longer.',
  freshProof: true,
  answer: z.strictObject({ recoveryCodes: recoveryCodesSchema }),
  refusals: ['conflict'],
});

export const turnOffSecondFactor = endpoint({
  name: 'auth.turnOffSecondFactor',
  method: 'DELETE',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  summary: 'Turns the second factor off and forgets its key and its recovery codes.',
  freshProof: true,
  answer: z.strictObject({ isOn: z.literal(false) }),
  refusals: ['conflict'],
});

export const signInSecondStep = endpoint({
  name: 'auth.signInSecondStep',
  method: 'POST',
  path: '/api/auth/sign-in/second-step',
  who: 'anybody',
  summary:
    'Signs in after a right password, whose browser holds a cookie for five minutes. Answers recovery codes when the code has just turned a required second factor on.',
  body: secondStepSchema,
  answer: z.strictObject({ person: personSchema, recoveryCodes: recoveryCodesSchema.nullable() }),
  refusals: ['wrong_credentials', 'gone'],
});

export const askRemoval = endpoint({
  name: 'auth.askRemoval',
  method: 'POST',
  path: '/api/auth/sign-in/removal',
  who: 'anybody',
  summary:
    'AUTH-18: asks, after a right password, to remove a lost second factor. Staff approve; effective after 24 hours; the person is told at once.',
  answer: z.strictObject({ removal: removalSchema }),
  refusals: ['gone'],
});

export const cancelRemoval = endpoint({
  name: 'auth.cancelRemoval',
  method: 'POST',
  path: '/api/auth/second-factor/cancel-removal',
  who: 'anybody',
  summary: 'Cancels a request by the token of the mail that told of it.',
  body: z.strictObject({ token: z.string().min(1).max(128) }),
  answer: z.strictObject({ isCancelled: z.literal(true) }),
  refusals: ['not_found'],
  limit: { calls: 20, perSec: 60 },
});
