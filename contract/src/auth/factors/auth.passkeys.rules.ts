import { MINUTE_MS } from '../../kernel/time.ts';

export const passkeyLimits = {
  perPerson: 20,
  nameMaxLength: 60,
  /** How long a browser may take to prompt its user. */
  challengeMs: 5 * MINUTE_MS,
} as const;
