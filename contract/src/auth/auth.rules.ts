import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** SESS-03: idle and absolute ends of a session. */
export const sessionLimits = {
  idleMs: 60 * MINUTE_MS,
  absoluteMs: 12 * HOUR_MS,
  staffAbsoluteMs: 8 * HOUR_MS,
  /** Precision of 'last seen': the time is written at most this often. */
  touchEveryMs: MINUTE_MS,
} as const;

/** AUTH-17: the maximum age of the last re-authentication for steps that cannot be undone. */
export const STEP_UP_MS = 10 * MINUTE_MS;

/** AUTH-13: tries to sign in, per account and per address. */
export const signInLimits = { perAccount: 10, perAddress: 30, windowMs: 15 * MINUTE_MS } as const;

/** AUTH-20: emails about sign-ins from new browsers, per account. Further sign-ins stand in the session list only. */
export const sessionMailLimits = { tries: 5, windowMs: HOUR_MS } as const;

export const PASSWORD_MAX_LENGTH = 256;
