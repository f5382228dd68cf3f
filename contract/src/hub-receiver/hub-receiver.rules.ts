// Numbers of hubs that report directly by SIA DC-09. Row PANIC-05.
import { MINUTE_MS } from '../kernel/time.ts';

/** Ajax hubs give some codes another meaning. */
export const hubMakers = ['ajax', 'other'] as const;
export type HubMaker = (typeof hubMakers)[number];

/**
 * Why the last frame of a hub was not taken as it came. `plain_frame`: without encryption although there is a key.
 * `wrong_key`: cannot be decrypted. `wrong_time`: taken, but the clock of the hub is wrong. `unsupported`: the content
 * cannot be read.
 */
export const reportingProblems = ['plain_frame', 'wrong_key', 'wrong_time', 'unsupported'] as const;
export type ReportingProblem = (typeof reportingProblems)[number];

/** How far the clock of a hub may differ from the time of the portal. */
export const clockTolerances = {
  usual: { behindSec: 40, aheadSec: 20 },
  wide: { behindSec: 300, aheadSec: 300 },
} as const;
export type ClockTolerance = keyof typeof clockTolerances;

export const hubReceiverRules = {
  /** The intervals at which a hub can report that it works, in seconds. */
  supervisionChoices: [60, 180, 300, 600, 1_800, 3_600, 43_200, 86_400],
  /** A hub is silent after so many missed reports, but not before `leastSilenceMs`. */
  missedReports: 3,
  leastSilenceMs: 3 * MINUTE_MS,
  /** The same number and content within this time is the same frame again, also with another time. */
  retransmissionMs: 5 * MINUTE_MS,
  /** 16, 24 or 32 bytes, as text or as hexadecimal digits. */
  keyLengths: [16, 24, 32, 48, 64],
} as const;

/** How long a hub may be silent before it is reported. */
export const longestSilenceMs = (supervisionSec: number): number =>
  Math.max(supervisionSec * 1_000 * hubReceiverRules.missedReports, hubReceiverRules.leastSilenceMs);

/** Whether a key has a length of AES, as text or as hexadecimal digits. */
export function isHubKey(key: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(key)) return false;
  return [16, 24, 32].includes(key.length) || (/^[0-9A-F]+$/i.test(key) && [48, 64].includes(key.length));
}
