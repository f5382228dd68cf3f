import type { SignInActivity } from './activity.api.ts';
import { activityRules } from './activity.rules.ts';

/** Words of System Activity (SUPP-01). */
export const activityTexts = {
  title: 'System Activity',
  context: `The newest ${activityRules.most} of each kind in the last ${activityRules.days} days`,
  search: 'Search by action, email, serial number or device name...',
  loading: 'Loading activity...',
  failed: 'Failed to load activity data',
  signIns: 'Sign-ins',
  registrations: 'Device registrations',
  assignments: 'Device assignments',
  none: 'No recent activity',
  noneFound: 'No recent activity matches your search.',
  registeredBy: (email: string) => `Registered by ${email}`,
  assignedTo: (user: string, by: string) => `To ${user}, by ${by}`,
  waiting: 'Waiting for sign-up',
  deleted: 'deleted account',
} as const;

/** The actions of the activity log, written for people. */
export const activityActionTexts: Readonly<Record<SignInActivity['action'], string>> = {
  login: 'Signed in',
  failed_login: 'Sign-in failed',
  logout: 'Signed out',
  session_timeout: 'Session expired',
};
