import { DEFAULT_PHONE_COUNTRY, toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import type { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { missingIn } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpSchema } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { SignUpCertification } from './auth-sign-up-certification.ts';

export interface SignUpValues {
  userType: 'user' | 'installer';
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  number: string;
  password: string;
  businessName: string;
  acceptsTerms: boolean;
}

/** AUTH-05: the initial values of the form. */
export function emptySignUp(userType: SignUpValues['userType']): SignUpValues {
  return {
    userType,
    firstName: '',
    lastName: '',
    email: '',
    country: DEFAULT_PHONE_COUNTRY,
    number: '',
    password: '',
    businessName: '',
    acceptsTerms: false,
  };
}

/** The fields in the order of the screen. The first invalid field gets the focus. */
export const signUpFields = ['firstName', 'lastName', 'email', 'number', 'password', 'businessName'] as const;

export type SignUpField = (typeof signUpFields)[number];

export type SignUpErrors = Partial<Record<SignUpField, string | undefined>>;

/** Returns the field that shows a path of the call's body, or null without such a field. */
export function fieldOf(path: string): SignUpField | null {
  if (path.startsWith('phone')) return 'number';
  return signUpFields.find((field) => field === path) ?? null;
}

interface Beside {
  certification: SignUpCertification;
  companyInvite: string | null;
}

/** The call that these values become; the time zone is the browser's own (AUTH-05). */
export function signUpBody(values: SignUpValues, { certification, companyInvite }: Beside): BodyOf<typeof signUp> {
  const { country, number, acceptsTerms: _, businessName, ...rest } = values;
  const isInstaller = values.userType === 'installer';
  return {
    ...rest,
    phone: { country, number },
    businessName: isInstaller ? businessName : null,
    certificationNumber: isInstaller && certification.number !== '' ? certification.number : null,
    companyInvite,
    // The button blocks users without acceptance, and the server checks the acceptance again.
    acceptsTerms: true,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Returns the errors per field, empty when the form can be sent. The server validates again. */
export function findSignUpErrors(values: SignUpValues, body: BodyOf<typeof signUp>): SignUpErrors {
  const errors: SignUpErrors = {};
  const { error } = signUpSchema.safeParse(body);
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOf(path.join('.'));
    if (field) errors[field] ??= message;
  }
  if (values.email.trim() === '') errors.email = authTexts.emailMissing;
  const lacks = missingIn(values.password);
  if (lacks.length > 0) {
    errors.password ??= signUpTexts.passwordLacks(lacks.map((need) => signUpTexts.passwordNeeds[need]));
  }
  if (!errors.number && toE164(values) === null) errors.number = signUpTexts.phoneInvalid;
  if (values.userType === 'installer' && values.businessName.trim() === '') {
    errors.businessName = signUpTexts.businessNameMissing;
  }
  return errors;
}
