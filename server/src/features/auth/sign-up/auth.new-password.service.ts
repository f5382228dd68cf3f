import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { isTooLong, missingIn } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { Refusal } from '#platform/refusal/refusal';

/**
 * Refuses a password that may not be chosen: by the rules that the form ticks off (AUTH-08), and by the list of common
 * ones. `field` is where it stands in the body, such as `body.password`.
 */
export async function requireGoodPassword(password: string, field: string): Promise<void> {
  if (isTooLong(password)) throw new Refusal('invalid_input', signUpTexts.passwordTooLong, { field });
  const lacks = missingIn(password).map((need) => signUpTexts.passwordNeeds[need]);
  if (lacks.length > 0) throw new Refusal('invalid_input', signUpTexts.passwordLacks(lacks), { field });
  if (await isCommon(password)) throw new Refusal('invalid_input', signUpTexts.passwordCommon, { field });
}

/** People meet the rules by a sign at the end of what they always take, so that is looked up without it too. */
async function isCommon(password: string): Promise<boolean> {
  const common = await (loading ??= loadCommon());
  const typed = password.normalize('NFC').toLowerCase();
  const bare = typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return common.has(typed) || common.has(bare);
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Tens of thousands of words, which a server that nobody signs up to need not hold. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
