import { checkBy } from '#ui/controls/one-field.ts';
import type { TypedPhone } from '#ui/controls/phone-field.tsx';
import { phoneCountryOf, toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import type { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpSchema } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { checkPasswordNeeds } from '../auth-password-field.tsx';
import type { SignUpCertification } from './auth-sign-up-certification.ts';

/** A type and not an interface, because the form takes only types with an index signature. */
export type SignUpValues = {
  userType: 'user' | 'installer';
  firstName: string;
  lastName: string;
  email: string;
  phone: TypedPhone;
  password: string;
  businessName: string;
  acceptsTerms: boolean;
};

/** AUTH-05: the initial values of the form. */
export function emptySignUp(userType: SignUpValues['userType']): SignUpValues {
  return {
    userType,
    firstName: '',
    lastName: '',
    email: '',
    phone: { country: phoneCountryOf(navigator.language), number: '' },
    password: '',
    businessName: '',
    acceptsTerms: false,
  };
}

const { firstName, lastName, email, phone, password, businessName } = signUpSchema.shape;

/** The rules in the order of the screen. The server validates again. */
export const signUpRules = {
  firstName: checkBy(firstName),
  lastName: checkBy(lastName),
  email: (typed: string) => (typed.trim() === '' ? authTexts.emailMissing : checkBy(email)(typed)),
  phone: (typed: TypedPhone) =>
    checkBy(phone.shape.number)(typed.number) ?? (toE164(typed) === null ? signUpTexts.phoneInvalid : null),
  password: (typed: string) => checkBy(password)(typed) ?? checkPasswordNeeds(typed),
  businessName: (typed: string, { userType }: SignUpValues) => {
    if (userType === 'user') return null;
    return typed.trim() === '' ? signUpTexts.businessNameMissing : checkBy(businessName)(typed);
  },
};

interface Beside {
  certification: SignUpCertification;
  companyInvite: string | null;
}

/** The call that these values become; the time zone is the browser's own (AUTH-05). */
export function signUpBody(values: SignUpValues, { certification, companyInvite }: Beside): BodyOf<typeof signUp> {
  const isInstaller = values.userType === 'installer';
  return {
    ...values,
    businessName: isInstaller ? values.businessName : null,
    certificationNumber: isInstaller && certification.number !== '' ? certification.number : null,
    companyInvite,
    // The button blocks users without acceptance, and the server checks the acceptance again.
    acceptsTerms: true,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
