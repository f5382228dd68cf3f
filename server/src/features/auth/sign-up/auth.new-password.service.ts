import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import {
  containsOwnWord,
  isTooLong,
  missingIn,
  type PasswordOwner,
} from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { findPersonById } from '../auth.store.ts';

/** Returns what a new password of this account must not contain. */
export async function findPasswordOwner(executor: Executor, personId: string): Promise<PasswordOwner> {
  const person = await findPersonById(executor, personId);
  return person === undefined
    ? { email: '', names: [] }
    : { email: person.email, names: [person.firstName, person.lastName] };
}

/**
 * Refuses a password that breaks the rules shown in the form (AUTH-08), is in the list of common passwords, or contains
 * the owner's name or email (AUTH-20). `field` is the path in the body, such as `body.password`.
 */
export async function requireGoodPassword(password: string, owner: PasswordOwner, field: string): Promise<void> {
  if (isTooLong(password)) throw new Refusal('invalid_input', signUpTexts.passwordTooLong, { field });
  const lacks = missingIn(password).map((need) => signUpTexts.passwordNeeds[need]);
  if (lacks.length > 0) throw new Refusal('invalid_input', signUpTexts.passwordLacks(lacks), { field });
  if (containsOwnWord(password, owner)) throw new Refusal('invalid_input', signUpTexts.passwordOwnWord, { field });
  if (await isCommon(password)) throw new Refusal('invalid_input', signUpTexts.passwordCommon, { field });
}

/**
 * Users often meet the rules by adding digits and symbols to their usual password, or by writing symbols for letters.
 * The password is therefore also looked up without these.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = await (loading ??= loadCommon());
  const typed = password.normalize('NFC').toLowerCase();
  const bare = typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = word.replace(/[@013457$!]/g, (sign) => SPELLED[sign]!);
  return [typed, bare, word, lettersOf(word), lettersOf(spelled)].some((form) => common.has(form));
}

/** The letters that people write as digits and symbols. */
const SPELLED: Readonly<Record<string, string>> = {
  '@': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '!': 'i',
};

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

let loading: Promise<ReadonlySet<string>> | undefined;

/** Tens of thousands of words, loaded lazily because a server without sign-ups does not need the list. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
