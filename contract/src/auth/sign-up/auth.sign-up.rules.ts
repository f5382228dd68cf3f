import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';
import { PASSWORD_MAX_LENGTH } from '../auth.rules.ts';

export const PASSWORD_MIN_LENGTH = 8;

/** AUTH-08: what a password needs, in the order in which the form ticks it off. */
export const passwordNeeds = ['length', 'lowercase', 'uppercase', 'number', 'special'] as const;

export type PasswordNeed = (typeof passwordNeeds)[number];

const hasIt: Record<PasswordNeed, (password: string) => boolean> = {
  length: (password) => Array.from(password).length >= PASSWORD_MIN_LENGTH,
  lowercase: (password) => /\p{Ll}/u.test(password),
  uppercase: (password) => /\p{Lu}/u.test(password),
  number: (password) => /\p{Nd}/u.test(password),
  // A space between words is one too; around the password it is easily lost.
  special: (password) => /[^\p{L}\p{M}\p{N}]/u.test(password.trim()),
};

/** What the password still lacks, in the order of `passwordNeeds`; empty when it may be used. */
export function missingIn(password: string): PasswordNeed[] {
  const letters = password.normalize('NFC');
  return passwordNeeds.filter((need) => !hasIt[need](letters));
}

export function isTooLong(password: string): boolean {
  return password.length > PASSWORD_MAX_LENGTH;
}

/** AUTH-10: the code of a confirmation. Eight digits, so that guessing through all limits takes centuries. */
export const signUpCode = { digits: 8, livesMs: 30 * MINUTE_MS, tries: 5 } as const;

/** The code as it is compared: people type it with the gap that the mail shows. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** A sign-up that nobody confirms is forgotten after this long, with all that was typed. */
export const UNCONFIRMED_LIVES_MS = 7 * DAY_MS;

/** AUTH-13: tries within an hour. */
export const signUpLimits = {
  windowMs: HOUR_MS,
  /** Sign-ups from one address. */
  perAddress: 20,
  /** Those of installers among them: each asks whether a certification exists (T40). */
  installersPerAddress: 10,
  /** Mails with a code to one e-mail address, whoever asks for them. */
  mailsPerEmail: 5,
  /** Codes that are typed for one sign-up, and from one address. */
  codesPerSignUp: 25,
  codesPerAddress: 60,
} as const;

/** Longer than the names of people and businesses are. */
export const NAME_MAX_LENGTH = 80;

/** Far above any phone number in any spelling. */
export const PHONE_MAX_LENGTH = 40;
