import { showToast } from '#ui/dialogs/toast.tsx';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useRef, useState, type FormEvent } from 'react';
import { refusalWords, refusedField } from '../sign-in/auth-refusal.ts';
import { noCertification, type SignUpCertification } from './auth-sign-up-certification.ts';
import type { HoldBack } from './auth-sign-up-submit.tsx';
import {
  emptySignUp,
  fieldOf,
  findSignUpErrors,
  signUpBody,
  signUpFields,
  type SignUpErrors,
  type SignUpField,
  type SignUpValues,
} from './auth-sign-up-values.ts';
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

/** Holds the typed values, the errors and the submission. */
export function useSignUpForm({ userType, companyInvite, onSignedUp }: SignUpFormOptions) {
  const [values, setValues] = useState(() => emptySignUp(userType));
  const [errors, setErrors] = useState<SignUpErrors>({});
  const [certification, setCertification] = useState<SignUpCertification>(noCertification);
  const [certificationRound, setCertificationRound] = useState(0);
  const refs = useFieldRefs();
  const signUp = useSignUp();
  // A second press can come before the first has been drawn.
  const isUnderWay = useRef(false);

  const heldBackBy = findHoldBacks(values, certification);

  const set = <Name extends keyof SignUpValues>(name: Name, value: SignUpValues[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    const shownAt = name === 'country' ? 'number' : name;
    setErrors((before) => ({ ...before, [shownAt]: undefined }));
  };

  /** The server refused the certification: the box restarts, and the button shows why the sign-up is disabled. */
  const startCertificationAnew = () => {
    setCertification(noCertification);
    setCertificationRound((before) => before + 1);
  };

  const showErrors = (found: SignUpErrors) => {
    setErrors(found);
    const first = signUpFields.find((field) => found[field] !== undefined);
    if (first) refs[first].current?.focus();
  };

  const focusHoldBack = (reason: HoldBack) => {
    if (reason === 'terms') refs.terms.current?.focus();
    else refs.certification.current?.querySelector<HTMLElement>('input, button')?.focus();
  };

  const refused = (error: unknown) => {
    const path = refusedField(error) ?? '';
    const field = fieldOf(path);
    if (path === 'certificationNumber') startCertificationAnew();
    const words = refusalWords(error, signUpTexts.signUpFailed);
    if (field) showErrors({ [field]: words });
    const isReasonShown = field !== null || words === signUpTexts.signUpFailed;
    const text = isReasonShown ? signUpTexts.signUpFailed : `${signUpTexts.signUpFailed}. ${words}`;
    showToast({ tone: 'failed', title: signUpTexts.errorTitle, text });
  };

  const send = () => {
    const body = signUpBody(values, { certification, companyInvite });
    const found = findSignUpErrors(values, body);
    if (Object.keys(found).length > 0) return showErrors(found);
    isUnderWay.current = true;
    signUp.mutate(body, {
      onSuccess: ({ codeSentTo, company }) => {
        const text = company === null ? signUpTexts.created : signUpTexts.createdFor(company);
        showToast({ tone: 'done', text });
        onSignedUp({ email: codeSentTo });
      },
      onError: refused,
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };

  return {
    values,
    errors,
    refs,
    heldBackBy,
    isSending: signUp.isPending,
    set,
    setCertification,
    /** Another number: the box begins anew. */
    certificationRound,
    /** CERT-01: drops the certification, which a user does not need. The other values stay. */
    setUserType: (chosen: SignUpValues['userType']) => {
      set('userType', chosen);
      setCertification(noCertification);
    },
    textField: (name: Exclude<SignUpField, 'number' | 'password'>) => ({
      ref: refs[name],
      required: true,
      value: values[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (isUnderWay.current) return;
      const [reason] = heldBackBy;
      if (reason) focusHoldBack(reason);
      else send();
    },
  };
}

/** AUTH-16. */
function findHoldBacks(values: SignUpValues, { isVerified }: SignUpCertification): HoldBack[] {
  const reasons: HoldBack[] = [];
  if (values.userType === 'installer' && !isVerified) reasons.push('certification');
  if (!values.acceptsTerms) reasons.push('terms');
  return reasons;
}

function useFieldRefs() {
  return {
    firstName: useRef<HTMLInputElement>(null),
    lastName: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
    number: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    businessName: useRef<HTMLInputElement>(null),
    terms: useRef<HTMLInputElement>(null),
    certification: useRef<HTMLDivElement>(null),
  };
}
