import { MINUTE_MS } from '../kernel/time.ts';

/** SET-02: what is typed to delete an account, in any case. */
export const DELETE_PHRASE = 'delete my account';

export function isDeletePhrase(text: string): boolean {
  return text.trim().toLowerCase() === DELETE_PHRASE;
}

/** Deleting an account asks for a proof that is younger than that of other steps: it cannot be undone at all. */
export const DELETE_PROOF_MS = 5 * MINUTE_MS;

/** SET-04: the code that goes to a new e-mail address. */
export const emailChangeRules = {
  codeLength: 6,
  validMs: 15 * MINUTE_MS,
  /** Wrong codes before the change has to be asked for again. */
  tries: 5,
} as const;

/** Whether this machine knows the time zone: an IANA name such as `Australia/Sydney`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets are taken by Intl too, but know nothing of summer time.
    return !/^[+-]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
