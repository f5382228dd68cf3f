import { HOUR_MS } from '../../kernel/time.ts';

export const assignmentRules = {
  emailMaxLength: 254,
  /** T58, AUTH-21: assignment mails to one address, for all assigners together: 20 a day, but a few in an hour. */
  mailsPerAddress: 5,
  mailsWindowMs: 6 * HOUR_MS,
} as const;
