import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { isTooLong, missingIn } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { Refusal } from '#platform/refusal/refusal';

/**
 * Refuses a password that breaks the rules shown in the form (AUTH-08) or is in the list of common passwords. `field`
 * is the path in the body, such as `body.password`.
 */
export async function requireGoodPassword(password: string, field: string): Promise<void> {
  if (isTooLong(password)) throw new Refusal('invalid_input', signUpTexts.passwordTooLong, { field });
  const lacks = missingIn(password).map((need) => signUpTexts.passwordNeeds[need]);
  if (lacks.length > 0) throw new Refusal('invalid_input', signUpTexts.passwordLacks(lacks), { field });
  if (await isCommon(password)) throw new Refusal('invalid_input', signUpTexts.passwordCommon, { field });
}

/**
 * Users often meet the rules by adding a symbol to the end of their usual password. The password is therefore also
 * looked up without such symbols.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = await (loading ??= loadCommon());
  const typed = password.normalize('NFC').toLowerCase();
  const bare = typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return common.has(typed) || common.has(bare);
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Tens of thousands of words, loaded lazily because a server without sign-ups does not need the list. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
