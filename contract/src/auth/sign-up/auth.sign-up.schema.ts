import { z } from 'zod';
import { PASSWORD_MAX_LENGTH } from '../auth.rules.ts';
import { NAME_MAX_LENGTH, PHONE_MAX_LENGTH } from './auth.sign-up.rules.ts';
import { signUpTexts } from './auth.sign-up.texts.ts';

/** No control characters, and no marks that turn the text around it; letters of any script. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

const nameSchema = (missing: string) =>
  z
    .string(missing)
    .trim()
    .normalize()
    .min(1, missing)
    .max(NAME_MAX_LENGTH, signUpTexts.nameTooLong)
    .regex(ONE_LINE, signUpTexts.nameInvalid);

export const newEmailSchema = z
  .string(signUpTexts.emailInvalid)
  .trim()
  .max(254, signUpTexts.emailInvalid)
  .pipe(z.email(signUpTexts.emailInvalid));

/** A password that somebody chooses; which ones may be is decided by `missingIn` and the server's list of common ones. */
export const newPasswordSchema = z.string().max(PASSWORD_MAX_LENGTH, signUpTexts.passwordTooLong);

/** What somebody who signs up may say of themselves; nothing of it is a role, a company or a right. */
export const signUpSchema = z.strictObject({
  /** AUTH-14: what is missing or unknown is a user. */
  userType: z.enum(['user', 'installer']).default('user').catch('user'),
  firstName: nameSchema(signUpTexts.firstNameMissing),
  lastName: nameSchema(signUpTexts.lastNameMissing),
  email: newEmailSchema,
  /** The number as typed, and the country chosen for it (ISO 3166-1 alpha-2). */
  phone: z.strictObject({
    country: z.string().length(2, signUpTexts.phoneInvalid),
    number: z
      .string(signUpTexts.phoneMissing)
      .trim()
      .min(1, signUpTexts.phoneMissing)
      .max(PHONE_MAX_LENGTH, signUpTexts.phoneInvalid),
  }),
  password: newPasswordSchema,
  /** Installers need one; what a user sends is dropped. */
  businessName: z
    .string()
    .trim()
    .max(NAME_MAX_LENGTH, signUpTexts.nameTooLong)
    .regex(ONE_LINE, signUpTexts.nameInvalid)
    .nullish(),
  /** Of an installer whose certification is not found by e-mail or name. */
  certificationNumber: z
    .string()
    .trim()
    .max(NAME_MAX_LENGTH, signUpTexts.nameTooLong)
    .regex(ONE_LINE, signUpTexts.nameInvalid)
    .nullish(),
  /** The token of a company's invitation link. */
  companyInvite: z.string().max(200).regex(ONE_LINE).nullish(),
  acceptsTerms: z.literal(true, signUpTexts.termsRequired),
  /** The browser's own, as an IANA name; one that the server does not know counts as UTC. */
  timeZone: z.string().max(64),
});

export type SignUp = z.infer<typeof signUpSchema>;

/** The code as typed, with or without its gap. */
export const codeSchema = z
  .string(signUpTexts.codeMissing)
  .trim()
  .min(1, signUpTexts.codeMissing)
  .max(40, signUpTexts.codeWrong);
