import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** REG-06 HUB-03: how a device is programmed, and how long the previous settings are kept. */
export const setupRules = {
  simMaxLength: 100,
  /** Pause before the second attempt. The pause doubles with each further attempt. */
  firstPauseMs: MINUTE_MS,
  longestPauseMs: HOUR_MS,
  /** How often the portal checks whether an absent device has received its settings. */
  lookEveryMs: 5 * MINUTE_MS,
  /** T08: how long the previous settings can be restored. */
  keepPreviousMs: 30 * DAY_MS,
} as const;

/** The pause after so many tries. */
export const setupPauseMs = (attempts: number): number =>
  Math.min(setupRules.firstPauseMs * 2 ** Math.max(0, attempts - 1), setupRules.longestPauseMs);
