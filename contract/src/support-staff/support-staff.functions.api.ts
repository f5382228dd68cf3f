import { z } from 'zod';
import { newEmailSchema } from '../auth/sign-up/auth.sign-up.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';

export const supportPasswordResetFunction = endpoint({
  name: 'supportStaff.passwordResetFunction',
  method: 'POST',
  path: '/functions/v1/support-password-reset',
  who: 'staff',
  summary: "Same as sending a password reset. `supportStaffEmail` must be the caller's own address.",
  body: z.strictObject({ email: newEmailSchema, supportStaffEmail: z.string().max(254).optional() }),
  answer: z.strictObject({ success: z.literal(true) }),
  refusals: ['not_found'],
});

export const isSupportStaffFunction = endpoint({
  name: 'supportStaff.isStaffFunction',
  method: 'POST',
  path: '/functions/v1/is_support_staff',
  who: 'signed-in',
  summary:
    'Whether the address belongs to active staff. Callers who are not staff can ask only about their own address.',
  body: z.strictObject({ user_email: z.string().max(254).optional() }),
  answer: z.boolean(),
  refusals: ['forbidden'],
});
