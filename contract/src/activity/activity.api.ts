import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { activityRules } from './activity.rules.ts';

const signInSchema = z.strictObject({
  id: z.string(),
  action: z.enum(['login', 'failed_login', 'logout', 'session_timeout']),
  userEmail: z.string(),
  createdAt: z.iso.datetime(),
});
export type SignInActivity = z.infer<typeof signInSchema>;

const deviceActivitySchema = z.strictObject({
  serialNumber: z.string(),
  deviceName: z.string(),
  /** The account that registered or assigned the device. Null: the account is deleted. */
  byEmail: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type RegistrationActivity = z.infer<typeof deviceActivitySchema>;

const assignmentActivitySchema = deviceActivitySchema.extend({
  /** The user. Null: the account is deleted. */
  userEmail: z.string().nullable(),
  /** The address waits for its user to sign up. */
  isWaiting: z.boolean(),
});
export type AssignmentActivity = z.infer<typeof assignmentActivitySchema>;

export const listActivity = endpoint({
  name: 'activity.list',
  method: 'GET',
  path: '/api/support/activity',
  who: 'staff',
  summary: 'The newest sign-ins, registrations and assignments of the last 30 days, 10 of each.',
  query: z.strictObject({
    /** Part of an action, an email, a serial number or a device name. */
    search: z.string().trim().max(activityRules.searchMaxLength).optional(),
  }),
  answer: z.strictObject({
    signIns: z.array(signInSchema),
    registrations: z.array(deviceActivitySchema),
    assignments: z.array(assignmentActivitySchema),
  }),
  refusals: [],
});
