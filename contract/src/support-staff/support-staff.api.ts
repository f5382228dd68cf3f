import { z } from 'zod';
import { newEmailSchema } from '../auth/sign-up/auth.sign-up.schema.ts';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { staffRules } from './support-staff.rules.ts';
import { newStaffSchema, staffChangeSchema, staffMemberSchema } from './support-staff.schema.ts';

const ofOne = z.strictObject({ id: z.uuid() });

export const listStaff = endpoint({
  name: 'supportStaff.list',
  method: 'GET',
  path: '/api/support/staff',
  who: 'staff',
  summary: 'Lists staff, newest first, by name or email. `mayManage`: the caller has the admin flag.',
  query: z.strictObject({
    search: z.string().trim().max(staffRules.searchMaxLength).default(''),
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(staffRules.pageSize),
  }),
  answer: z.strictObject({ staff: z.array(staffMemberSchema), next: z.uuid().nullable(), mayManage: z.boolean() }),
  refusals: [],
});

export const addStaff = endpoint({
  name: 'supportStaff.add',
  method: 'POST',
  path: '/api/support/staff',
  who: 'staff',
  staffAdmin: true,
  freshProof: true,
  summary: 'Adds a staff account and mails the person a link that sets the password.',
  body: newStaffSchema,
  answer: staffMemberSchema,
  refusals: ['conflict'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const changeStaff = endpoint({
  name: 'supportStaff.change',
  method: 'PATCH',
  path: '/api/support/staff/{id}',
  who: 'staff',
  staffAdmin: true,
  freshProof: true,
  summary: 'Deactivates or reactivates staff, or sets the admin flag. Refuses when no active admin would be left.',
  params: ofOne,
  body: staffChangeSchema,
  answer: staffMemberSchema,
  refusals: ['not_found', 'conflict'],
});

export const sendStaffLink = endpoint({
  name: 'supportStaff.sendLink',
  method: 'POST',
  path: '/api/support/staff/{id}/link',
  who: 'staff',
  staffAdmin: true,
  summary: 'Mails a new link to active staff who have not set a password yet.',
  params: ofOne,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const correctStaffEmail = endpoint({
  name: 'supportStaff.correctEmail',
  method: 'PUT',
  path: '/api/support/staff/{id}/email',
  who: 'staff',
  staffAdmin: true,
  freshProof: true,
  summary:
    'Corrects the address of active staff who have not set a password yet. Mails a new link, the link to the old address ends.',
  params: ofOne,
  body: z.strictObject({ email: newEmailSchema }),
  answer: staffMemberSchema,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const sendPasswordReset = endpoint({
  name: 'supportStaff.passwordReset',
  method: 'POST',
  path: '/api/support/password-reset',
  who: 'staff',
  summary:
    'Mails a user or an installer a reset link that works once, for 10 minutes. `endSessions` also ends the sessions, the password and the passkeys at once.',
  body: z.strictObject({ email: newEmailSchema, endSessions: z.boolean().default(false) }),
  answer: doneAnswer,
  refusals: ['not_found'],
  limit: { calls: 60, windowSec: 3_600 },
});
