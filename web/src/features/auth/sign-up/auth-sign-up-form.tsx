import { PhoneField } from '#ui/controls/phone-field.tsx';
import { Stack, TextInput } from '@mantine/core';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { AuthPasswordField } from '../auth-password-field.tsx';
import type { RenderCertification } from './auth-sign-up-certification.ts';
import { useSignUpForm, type SignedUp } from './auth-sign-up-state.ts';
import { AuthSignUpSubmit } from './auth-sign-up-submit.tsx';
import { AuthSignUpTerms } from './auth-sign-up-terms.tsx';
import { AuthSignUpType } from './auth-sign-up-type.tsx';
import type { SignUpValues } from './auth-sign-up-values.ts';
import classes from './auth-sign-up-form.module.css';

export interface SignUpFormProps {
  userType: SignUpValues['userType'];
  /** The token of an invitation that works. */
  companyInvite: string | null;
  renderCertification: RenderCertification;
  onSignedUp: (signedUp: SignedUp) => void;
}

/**
 * All fields of an account (AUTH-05), in a single column. The type comes first, because the type determines the other
 * fields.
 */
export default function AuthSignUpForm({ userType, companyInvite, renderCertification, onSignedUp }: SignUpFormProps) {
  const form = useSignUpForm({ userType, companyInvite, onSignedUp });
  const { values, field, certificationRef, setCertification } = form;
  const { firstName, lastName, email } = values;
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <AuthSignUpType value={values.userType} onChange={form.setUserType} />
        <div className={classes.pair}>
          <TextInput label={signUpTexts.firstName} required autoComplete="given-name" {...field('firstName')} />
          <TextInput label={signUpTexts.lastName} required autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextInput label={signUpTexts.email} required type="email" autoComplete="username" {...field('email')} />
        <PhoneField {...field('phone')} />
        <AuthPasswordField label={signUpTexts.password} {...field('password')} />
        {values.userType === 'installer' && (
          <>
            <TextInput
              label={signUpTexts.businessName}
              required
              autoComplete="organization"
              {...field('businessName')}
            />
            <div ref={certificationRef} key={form.certificationRound}>
              {renderCertification({ applicant: { firstName, lastName, email }, onChange: setCertification })}
            </div>
          </>
        )}
        <AuthSignUpTerms {...form.termsField} />
        <AuthSignUpSubmit label={signUpTexts.signUp} reasons={form.heldBackBy} isSending={form.isSending} />
      </Stack>
    </form>
  );
}
