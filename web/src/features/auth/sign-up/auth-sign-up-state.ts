import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useFields } from '#ui/controls/fields.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useRef, useState, type SyntheticEvent } from 'react';
import { noCertification, type SignUpCertification } from './auth-sign-up-certification.ts';
import type { BlockReason } from './auth-sign-up-submit.tsx';
import { emptySignUp, signUpBody, signUpRules, type SignUpValues } from './auth-sign-up-values.ts';
import { useSignUp } from './auth.sign-up.queries.ts';

/** A sign-up that waits for its code. */
export interface SignedUp {
  email: string;
}

interface SignUpFormOptions {
  userType: SignUpValues['userType'];
  companyInvite: string | null;
  onSignedUp: (signedUp: SignedUp) => void;
}

const wordsOf = (error: unknown) => failureWords(error, signUpTexts.signUpFailed);

/** Holds the typed values, the errors and the submission. */
export function useSignUpForm({ userType, companyInvite, onSignedUp }: SignUpFormOptions) {
  const { form, field, submit, refuse } = useFields({
    initialValues: emptySignUp(userType),
    validate: signUpRules,
    wordsOf,
  });
  const [certification, setCertification] = useState<SignUpCertification>(noCertification);
  const [certificationRound, setCertificationRound] = useState(0);
  const certificationRef = useRef<HTMLDivElement>(null);
  const signUp = useSignUp();
  const heldBackBy = findBlockReasons(form.values, certification);

  /** The server refused the certification: the box restarts, and the button shows why the sign-up is disabled. */
  const startCertificationAnew = () => {
    setCertification(noCertification);
    setCertificationRound((before) => before + 1);
  };

  const focusBlockReason = (reason: BlockReason) => {
    if (reason === 'terms') form.getInputNode('acceptsTerms')?.focus();
    else certificationRef.current?.querySelector<HTMLElement>('input, button')?.focus();
  };

  const refused = (error: unknown) => {
    if (refusedField(error) === 'certificationNumber') startCertificationAnew();
    const words = wordsOf(error);
    const isReasonShown = refuse(error) || words === signUpTexts.signUpFailed;
    const text = isReasonShown ? signUpTexts.signUpFailed : `${signUpTexts.signUpFailed}. ${words}`;
    showToast({ tone: 'failed', about: 'sign-up', title: signUpTexts.errorTitle, text });
  };

  const send = submit(async (values) => {
    try {
      const { codeSentTo, company } = await signUp.mutateAsync(signUpBody(values, { certification, companyInvite }));
      const text = company === null ? signUpTexts.created : signUpTexts.createdFor(company);
      showToast({ tone: 'done', about: 'sign-up', text });
      onSignedUp({ email: codeSentTo });
    } catch (error) {
      refused(error);
    }
  });

  return {
    values: form.values,
    field,
    termsField: form.getInputProps('acceptsTerms', { type: 'checkbox' }),
    heldBackBy,
    isSending: form.submitting,
    certificationRef,
    setCertification,
    /** Another number: the box begins anew. */
    certificationRound,
    /** CERT-01: drops the certification, which a user does not need. The other values stay. */
    setUserType: (chosen: SignUpValues['userType']) => {
      form.setFieldValue('userType', chosen);
      setCertification(noCertification);
    },
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      const [reason] = heldBackBy;
      if (!reason) return send(event);
      event.preventDefault();
      focusBlockReason(reason);
    },
  };
}

/** AUTH-16. */
function findBlockReasons(values: SignUpValues, { isVerified }: SignUpCertification): BlockReason[] {
  const reasons: BlockReason[] = [];
  if (values.userType === 'installer' && !isVerified) reasons.push('certification');
  if (!values.acceptsTerms) reasons.push('terms');
  return reasons;
}
