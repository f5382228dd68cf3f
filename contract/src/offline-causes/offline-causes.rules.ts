import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** SUPP-05: from when on the last data of a device points to a cause. */
export const offlineCauseRules = {
  /** Below, an empty battery is most likely; below the second, possible. */
  batteryEmptyPct: 10,
  batteryLowPct: 40,
  /** Below, a lost network is most likely; below the second, possible. */
  signalLostPct: 10,
  signalWeakPct: 30,
  /** An error, a power cut or the start of an outage this near to the last message belongs to the silence. */
  relatedMs: HOUR_MS,
  /** A fix this much older than the last message shows that the device had no view of the sky. */
  fixOldMs: 30 * MINUTE_MS,
} as const;
