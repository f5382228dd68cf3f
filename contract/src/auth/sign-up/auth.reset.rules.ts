import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';

/** AUTH-12: how long the link of a reset works. */
export const RESET_LINK_LIVES_MS = 30 * MINUTE_MS;

/** AUTH-13: tries within an hour. `bySupportPerAccount` (T28): links that support sends to one account. */
export const resetLimits = {
  windowMs: HOUR_MS,
  mailsPerEmail: 3,
  perAddress: 20,
  linksPerAddress: 60,
  bySupportPerAccount: 3,
} as const;

/** Where the link of the mail leads; the token stands in the fragment, which no server and no log ever sees. */
export const RESET_PATH = '/reset-password';
