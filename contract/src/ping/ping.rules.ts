import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import { FREE_PINGS_PER_DAY } from '../subscription/subscription.rules.ts';

/** PING-01 PING-02 PING-07: numbers of a ping. */
export const pingRules = {
  freePerDay: FREE_PINGS_PER_DAY,
  command: { priority: 'high', timeout: 10_000, maxAge: 300 },
  /** IDEV-03: the parameters of an installer's Get Location. */
  installerCommand: { priority: 'high', timeout: 10_000, reason: 'manual_ping' },
  waitMs: 15 * SECOND_MS,
  freshMs: 30 * SECOND_MS,
  historyLength: 50,
  /** How long past the expected wake a ping of a sleeping device may wait. */
  wakeGraceMs: 5 * MINUTE_MS,
  /** The longest that a ping waits for a wake. */
  longestWaitMs: 24 * 60 * MINUTE_MS,
  /** The maximum number of waiting pings that a page receives: more than a user reads. */
  waitsListed: 100,
  /** An installer's pings per device (authorization.md, table 1). */
  installerPerHour: 60,
} as const;
