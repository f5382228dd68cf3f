import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';

/** Roles begin with an account. A signed-in principal here is a user who shares a browser with a newcomer. */
export const principals = ['AN', 'user', 'installer'] as const;

export type Principal = (typeof principals)[number];

export interface NewcomerSubject {
  /** An email address without an account. */
  readonly email: string;
  /** Of the sign-up that waits in the calling browser. */
  readonly code: string;
  /** The token of the sent link that `needs` names. */
  readonly token: string;
}

export interface NewcomerRow {
  endpoint: AnyEndpoint;
  call(subject: NewcomerSubject): { body?: unknown };
  /** The step that precedes the call. */
  needs?: 'signUp' | 'resetLink' | 'claimLink';
  /** The only audit entry that the call writes. */
  audit: string;
}

/** Any visitor may make each of these calls. Separate tests cover their limits. */
export const matrix: readonly NewcomerRow[] = [
  { endpoint: signUp, call: ({ email }) => ({ body: signUpForm(email) }), audit: 'auth.signUp' },
  {
    endpoint: confirmSignUp,
    call: ({ code }) => ({ body: { code } }),
    needs: 'signUp',
    audit: 'auth.confirmSignUp',
  },
  { endpoint: resendSignUpCode, call: () => ({}), needs: 'signUp', audit: 'auth.resendSignUpCode' },
  {
    endpoint: correctSignUpEmail,
    call: ({ email }) => ({ body: { email: `other-${email}` } }),
    needs: 'signUp',
    audit: 'auth.correctSignUpEmail',
  },
  { endpoint: requestReset, call: ({ email }) => ({ body: { email } }), audit: 'auth.requestReset' },
  {
    endpoint: resetPassword,
    call: ({ token }) => ({ body: { token, password: `New-${SIGN_UP_PASSWORD}` } }),
    needs: 'resetLink',
    audit: 'auth.resetPassword',
  },
  {
    endpoint: answerClaim,
    call: ({ token }) => ({ body: { token, answer: 'yes' } }),
    needs: 'claimLink',
    audit: 'certification.answerClaim',
  },
];
