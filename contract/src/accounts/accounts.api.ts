import { z } from 'zod';
import { PASSWORD_MAX_LENGTH } from '../auth/auth.rules.ts';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import { accountsTexts } from './accounts.texts.ts';
import { emailChangeRules } from './accounts.rules.ts';
import { profileChangeSchema, profileSchema } from './accounts.schema.ts';

export const getProfile = endpoint({
  name: 'accounts.getProfile',
  method: 'GET',
  path: '/api/account',
  who: 'signed-in',
  summary: 'Returns the account of the caller.',
  answer: profileSchema,
  refusals: [],
});

export const updateProfile = endpoint({
  name: 'accounts.updateProfile',
  method: 'PATCH',
  path: '/api/account',
  who: 'signed-in',
  summary:
    'Changes name, phone and time zone of the caller, and the business name of an installer. Another phone number requires re-authentication and is mailed.',
  body: profileChangeSchema,
  answer: profileSchema,
  refusals: ['proof_required'],
});

export const changeEmail = endpoint({
  name: 'accounts.changeEmail',
  method: 'POST',
  path: '/api/account/email',
  who: 'signed-in',
  summary:
    'Emails a code to the new address and a notice to the old one. The response is the same whether or not the address is taken.',
  freshProof: true,
  body: z.strictObject({ email: z.string().trim().max(254).pipe(z.email()) }),
  answer: doneAnswer,
  refusals: [],
  limit: { calls: 5, windowSec: 900 },
});

export const confirmEmail = endpoint({
  name: 'accounts.confirmEmail',
  method: 'POST',
  path: '/api/account/email/confirm',
  who: 'signed-in',
  summary: 'Changes the username to the new email address if the code is correct.',
  body: z.strictObject({
    code: z.string(accountsTexts.codeWrong).trim().length(emailChangeRules.codeLength, accountsTexts.codeWrong),
  }),
  answer: profileSchema,
  refusals: ['gone', 'conflict'],
  limit: { calls: 20, windowSec: 900 },
});

export const changePassword = endpoint({
  name: 'accounts.changePassword',
  method: 'POST',
  path: '/api/account/password',
  who: 'signed-in',
  summary: 'Sets a new password, and ends all other sessions and a pending change of the email address.',
  freshProof: true,
  body: z.strictObject({ password: z.string().min(1).max(PASSWORD_MAX_LENGTH) }),
  answer: doneAnswer,
  refusals: [],
  limit: { calls: 10, windowSec: 900 },
});

export const downloadData = endpoint({
  name: 'accounts.download',
  method: 'GET',
  path: '/api/account/data',
  who: 'signed-in',
  summary: 'Exports everything the portal stores about the caller as one JSON file.',
  freshProof: true,
  answer: z.record(z.string(), z.unknown()),
  refusals: [],
  limit: { calls: 5, windowSec: 3_600 },
});

export const deleteAccount = endpoint({
  name: 'accounts.delete',
  method: 'POST',
  path: '/api/account/delete',
  who: 'signed-in',
  summary:
    'Deletes the account permanently. Returns 409 while it owns a company. Requires re-authentication within the last 5 minutes.',
  freshProof: true,
  body: z.strictObject({ confirmation: z.string().max(100) }),
  answer: doneAnswer,
  refusals: ['conflict', 'forbidden'],
  limit: { calls: 10, windowSec: 900 },
});
