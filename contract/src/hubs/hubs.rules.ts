import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** T12 T13: how a person may prove an account of the hub service, and what holds of the proof. */
export const hubRules = {
  /** How long a handle is good for. */
  handleMs: 10 * MINUTE_MS,
  perPerson: { tries: 5, perMs: MINUTE_MS },
  perAddress: { tries: 20, perMs: HOUR_MS },
  /** Failures in a row before a pause begins; it doubles with each further one. */
  failuresBeforePause: 3,
  firstPauseMs: 30 * SECOND_MS,
  longestPauseMs: HOUR_MS,
  usernameMaxLength: 254,
  passwordMaxLength: 256,
  /** Hubs of one account that are listed. */
  mostHubs: 100,
} as const;

/** Whether a text can be the code of an authenticator app. */
export const isHubCode = (code: string): boolean => /^\d{6}$/.test(code);
