import { MINUTE_MS } from '../kernel/time.ts';

/** SET-02: the text that a user types to delete an account, in any case. */
export const DELETE_PHRASE = 'delete my account';

export function isDeletePhrase(text: string): boolean {
  return text.trim().toLowerCase() === DELETE_PHRASE;
}

/**
 * Deleting an account cannot be undone at all, so this step requires a more recent re-authentication than other steps.
 */
export const DELETE_PROOF_MS = 5 * MINUTE_MS;

/** SET-04: the code that goes to a new email address. */
export const emailChangeRules = {
  codeLength: 6,
  validMs: 15 * MINUTE_MS,
  /** Wrong codes before the change has to be asked for again. */
  tries: 5,
  /** AUTH-21: mails to one new address within the window, for all accounts together. */
  mailsPerAddress: 3,
  mailWindowMs: 30 * MINUTE_MS,
} as const;

/** Whether this machine knows the time zone: an IANA name such as `Australia/Sydney`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl accepts offsets too, but offsets ignore daylight saving time.
    return !/^[+-]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns UTC for a zone that this server does not know, as one that a newer server has stored. */
export const knownTimeZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');
