import { removalRules } from '../auth/factors/auth.second-factor.rules.ts';
import { DAY_MS } from '../kernel/time.ts';

/** Words of the requests to turn off two-step sign-in, as support staff read them (AUTH-18). */
export const removalsTexts = {
  title: 'Requests to turn off two-step sign-in',
  hint: `These people lost their second factor. Verify each of them before you approve. A request ends after ${removalRules.lapseMs / DAY_MS} days.`,
  asked: 'Requested',
  approve: 'Approve',
  approveOf: (name: string) => `Approve the request of ${name}`,
  confirmTitle: (name: string) => `Turn off two-step sign-in for ${name}?`,
  confirmText: (email: string, when: string) =>
    `From ${when} the password alone signs ${email} in, unless the person signs in with a code or cancels first. Verify the person before.`,
  approved: (name: string) => `Request of ${name} approved`,
  approveFailed: 'Failed to approve the request',
} as const;
