import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';
import { PASSWORD_MAX_LENGTH } from '../auth.rules.ts';

export const PASSWORD_MIN_LENGTH = 8;

/** AUTH-08: the password requirements, in the order in which the form ticks these off. */
export const passwordNeeds = ['length', 'lowercase', 'uppercase', 'number', 'special'] as const;

export type PasswordNeed = (typeof passwordNeeds)[number];

const hasIt: Record<PasswordNeed, (password: string) => boolean> = {
  length: (password) => Array.from(password).length >= PASSWORD_MIN_LENGTH,
  lowercase: (password) => /\p{Ll}/u.test(password),
  uppercase: (password) => /\p{Lu}/u.test(password),
  number: (password) => /\p{Nd}/u.test(password),
  // A space between words counts as a special character. Leading and trailing spaces do not count, because these are
  // easily lost.
  special: (password) => /[^\p{L}\p{M}\p{N}]/u.test(password.trim()),
};

/** Returns the unmet password requirements in the order of `passwordNeeds`. Empty for an acceptable password. */
export function missingIn(password: string): PasswordNeed[] {
  const letters = password.normalize('NFC');
  return passwordNeeds.filter((need) => !hasIt[need](letters));
}

export function isTooLong(password: string): boolean {
  return password.length > PASSWORD_MAX_LENGTH;
}

/** The words about a person that strangers know or guess first. */
export interface PasswordOwner {
  readonly email: string;
  /** First name, last name and business name. */
  readonly names: readonly string[];
}

const PRODUCT = 'trace';
/** Shorter words occur by chance in other words, so these count only when they stand alone. */
const SHORT_WORD = 3;

/** True when the password contains the person's name, a part of their email or the product's name (AUTH-20). */
export function containsOwnWord(password: string, { email, names }: PasswordOwner): boolean {
  const [local = ''] = email.split('@');
  const typed = wordsOf(password);
  const joined = typed.join('');
  const own = [...[local, ...names].flatMap((text) => [...wordsOf(text), wordsOf(text).join('')]), PRODUCT];
  return own.some((word) =>
    word.length < SHORT_WORD ? /\p{L}/u.test(word) && typed.includes(word) : joined.includes(word),
  );
}

/** The runs of letters and digits, in lower case and without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** AUTH-10: the code of a confirmation. Eight digits, so that guessing through all limits takes centuries. */
export const signUpCode = { digits: 8, livesMs: 30 * MINUTE_MS, tries: 5 } as const;

/** Returns the code in its form for comparison: users type the gap that the email shows. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** An unconfirmed sign-up is deleted after this time, with all typed data. */
export const UNCONFIRMED_LIVES_MS = 7 * DAY_MS;

/** AUTH-13: tries within an hour. */
export const signUpLimits = {
  windowMs: HOUR_MS,
  /** Unconfirmed sign-ups per address. The confirmation gives back, so that a class can sign up together (AUTH-21). */
  perAddress: 30,
  /** Installer sign-ups per address whose certification is not found: each checks whether one exists (T40). */
  installersPerAddress: 10,
  /**
   * Mails with a code to one email address, for all requesters together, within the life of a code. Whoever meets the
   * limit therefore has a code that works in the mailbox (AUTH-21).
   */
  mailsPerEmail: 3,
  /** Typed codes per sign-up, and per address. */
  codesPerSignUp: 25,
  codesPerAddress: 60,
} as const;

/** Longer than the names of people and businesses are. */
export const NAME_MAX_LENGTH = 80;

/** Far above any phone number in any spelling. */
export const PHONE_MAX_LENGTH = 40;
