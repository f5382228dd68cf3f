import { z } from 'zod';
import { isPlainLine } from '../../kernel/name.ts';
import { nameSchema } from '../../kernel/name.schema.ts';
import { PASSWORD_MAX_LENGTH } from '../auth.rules.ts';
import { NAME_MAX_LENGTH, PHONE_MAX_LENGTH } from './auth.sign-up.rules.ts';
import { signUpTexts } from './auth.sign-up.texts.ts';

const { nameTooLong: tooLong, nameInvalid } = signUpTexts;
const ownNameSchema = (missing: string) => nameSchema(NAME_MAX_LENGTH, { missing, tooLong });

export const newEmailSchema = z
  .string(signUpTexts.emailInvalid)
  .trim()
  .max(254, signUpTexts.emailInvalid)
  .pipe(z.email(signUpTexts.emailInvalid));

/**
 * A new password that a user chooses. `missingIn` and the server's list of common passwords decide which passwords are
 * acceptable.
 */
export const newPasswordSchema = z.string().max(PASSWORD_MAX_LENGTH, signUpTexts.passwordTooLong);

/** The fields that a person may set at sign-up. None of these is a role, a company or a permission. */
export const signUpSchema = z.strictObject({
  /** AUTH-14: a missing or unknown user type becomes 'user'. */
  userType: z.enum(['user', 'installer']).default('user').catch('user'),
  firstName: ownNameSchema(signUpTexts.firstNameMissing),
  lastName: ownNameSchema(signUpTexts.lastNameMissing),
  email: newEmailSchema,
  /** The number as typed, and the country chosen for the number (ISO 3166-1 alpha-2). */
  phone: z.strictObject({
    country: z.string().length(2, signUpTexts.phoneInvalid),
    number: z
      .string(signUpTexts.phoneMissing)
      .trim()
      .min(1, signUpTexts.phoneMissing)
      .max(PHONE_MAX_LENGTH, signUpTexts.phoneInvalid),
  }),
  password: newPasswordSchema,
  /** Required for installers. The value is dropped for users. */
  businessName: nameSchema(NAME_MAX_LENGTH, { tooLong }).nullish(),
  /** Of an installer whose certification is not found by e-mail or name. */
  certificationNumber: z.string().trim().max(NAME_MAX_LENGTH, tooLong).refine(isPlainLine, nameInvalid).nullish(),
  /** The token of a company's invitation link. */
  companyInvite: z.string().max(200).refine(isPlainLine).nullish(),
  acceptsTerms: z.literal(true, signUpTexts.termsRequired),
  /** The browser's time zone as an IANA name. The server replaces an unknown name with UTC. */
  timeZone: z.string().max(64),
});

export type SignUp = z.infer<typeof signUpSchema>;

/** The code as typed, with or without its gap. */
export const codeSchema = z
  .string(signUpTexts.codeMissing)
  .trim()
  .min(1, signUpTexts.codeMissing)
  .max(40, signUpTexts.codeWrong);
