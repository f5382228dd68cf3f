import { z } from 'zod';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import { personSchema } from '../auth.schema.ts';
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
  summary: 'Returns whether two-step sign-in is on and how many recovery codes are left.',
  answer: secondFactorSchema,
  refusals: [],
});

export const startSecondFactor = endpoint({
  name: 'auth.startSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/start',
  who: 'signed-in',
  summary: 'Creates a key for an authenticator app. Two-step sign-in turns on once a code is confirmed.',
  freshProof: true,
  answer: totpSetUpSchema,
  refusals: ['conflict'],
});

export const confirmSecondFactor = endpoint({
  name: 'auth.confirmSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  who: 'signed-in',
  summary: 'Turns two-step sign-in on with a code of the new key. Returns the recovery codes once.',
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
  summary: 'Creates new recovery codes. The old ones stop working.',
  freshProof: true,
  answer: z.strictObject({ recoveryCodes: recoveryCodesSchema }),
  refusals: ['conflict'],
});

export const turnOffSecondFactor = endpoint({
  name: 'auth.turnOffSecondFactor',
  method: 'DELETE',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  summary: 'Turns two-step sign-in off and deletes its key and recovery codes.',
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
    'Completes a sign-in with the second step, within 5 minutes of the password. Returns recovery codes if the code just turned on a required second factor.',
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
    'AUTH-18: requests the removal of a lost second factor, after the password was entered. Needs staff approval, takes effect after 24 hours at the earliest and notifies the person immediately.',
  answer: z.strictObject({ removal: removalSchema }),
  refusals: ['gone'],
});

export const cancelRemoval = endpoint({
  name: 'auth.cancelRemoval',
  method: 'POST',
  path: '/api/auth/second-factor/cancel-removal',
  who: 'anybody',
  summary: 'Cancels a removal request with the token from the notification email.',
  body: z.strictObject({ token: z.string().min(1).max(128) }),
  answer: doneAnswer,
  refusals: ['not_found'],
  limit: { calls: 20, windowSec: 60 },
});
