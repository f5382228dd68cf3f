import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** T12 T13: limits for proving an account of the hub service, and the validity of the proof. */
export const hubRules = {
  /** How long a handle is good for. */
  handleMs: 10 * MINUTE_MS,
  perPerson: { tries: 5, perMs: MINUTE_MS },
  perAddress: { tries: 20, perMs: HOUR_MS },
  /** Consecutive failures before a pause begins. The pause doubles with each further failure. */
  failuresBeforePause: 3,
  firstPauseMs: 30 * SECOND_MS,
  longestPauseMs: HOUR_MS,
  usernameMaxLength: 254,
  passwordMaxLength: 256,
  /** Maximum listed hubs of one account. */
  mostHubs: 100,
} as const;

/** Whether a text can be the code of an authenticator app. */
export const isHubCode = (code: string): boolean => /^\d{6}$/.test(code);
