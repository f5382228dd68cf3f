import { DAY_MS } from '../../kernel/time.ts';

export const assignmentRules = {
  emailMaxLength: 254,
  /** T58: assignment mails to one address per day, for all assigners together. */
  mailsPerAddress: 20,
  mailsWindowMs: DAY_MS,
} as const;
