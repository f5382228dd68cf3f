import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** How long browsers keep what the portal stores in them. Apart from the names, because not every page needs these. */
export const storagePeriods = {
  lastStateMs: 7 * DAY_MS,
  registrationsMs: 30 * DAY_MS,
  draftMs: 7 * DAY_MS,
  pingWaitsMs: 24 * HOUR_MS,
} as const;
