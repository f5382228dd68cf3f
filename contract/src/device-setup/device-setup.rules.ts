import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** REG-06 HUB-03: how a device is programmed, and how long what was before is kept. */
export const setupRules = {
  simMaxLength: 100,
  /** Pause before the second try; it doubles with each further one. */
  firstPauseMs: MINUTE_MS,
  longestPauseMs: HOUR_MS,
  /** How often it is looked at whether a device that is away has got its settings. */
  lookEveryMs: 5 * MINUTE_MS,
  /** T08: how long one may go back to the settings before. */
  keepPreviousMs: 30 * DAY_MS,
} as const;

/** The pause after so many tries. */
export const setupPauseMs = (attempts: number): number =>
  Math.min(setupRules.firstPauseMs * 2 ** Math.max(0, attempts - 1), setupRules.longestPauseMs);
