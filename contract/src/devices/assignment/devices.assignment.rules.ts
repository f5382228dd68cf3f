import { DAY_MS } from '../../kernel/time.ts';

export const assignmentRules = {
  emailMaxLength: 254,
  /** T58: mails about assignments that one address gets within a day, whoever assigns. */
  mailsPerAddress: 20,
  mailsWindowMs: DAY_MS,
} as const;
