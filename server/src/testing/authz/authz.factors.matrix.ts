import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@trace/contract/auth/factors/auth.passkeys.api';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import {
  askRemoval,
  cancelRemoval,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  signInSecondStep,
  startSecondFactor,
  turnOffSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import type { RefusalCode } from '@trace/contract/kernel/errors';

/** Authentication factors concern only their own account, so only the kind of account makes a difference. */
export const principals = ['AN', 'user', 'installer', 'staff'] as const;

export type Principal = (typeof principals)[number];

/** The caller's own objects that exist before the call. */
export type Needs = 'pendingKey' | 'secondFactor' | 'passkeyQuestion' | 'passkey';

export interface FactorSubject {
  /** A code of the caller's app. */
  code: string;
  /** The id of the caller's passkey. */
  passkeyId: string;
  /** An answer to the question that the caller was asked. */
  answer: unknown;
}

export interface FactorRow {
  endpoint: AnyEndpoint;
  /** The answer to a signed-out caller without an earlier step. */
  stranger: 'allowed' | RefusalCode;
  call(subject: FactorSubject): { params?: Record<string, string>; body?: unknown };
  needs?: Needs;
  /** The only audit entry that an allowed call writes. */
  audit?: string;
}

const junk = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/** Every signed-in user may do each of these for their own account. Public endpoints are called only signed out. */
export const matrix: readonly FactorRow[] = [
  { endpoint: getSecondFactor, stranger: 'unauthenticated', call: () => ({}) },
  { endpoint: startSecondFactor, stranger: 'unauthenticated', call: () => ({}), audit: 'auth.startSecondFactor' },
  {
    endpoint: confirmSecondFactor,
    stranger: 'unauthenticated',
    call: ({ code }) => ({ body: { code } }),
    needs: 'pendingKey',
    audit: 'auth.confirmSecondFactor',
  },
  {
    endpoint: renewRecoveryCodes,
    stranger: 'unauthenticated',
    call: () => ({}),
    needs: 'secondFactor',
    audit: 'auth.renewRecoveryCodes',
  },
  {
    endpoint: turnOffSecondFactor,
    stranger: 'unauthenticated',
    call: () => ({}),
    needs: 'secondFactor',
    audit: 'auth.turnOffSecondFactor',
  },
  // Without the cookie of a right password there is no step to go on with.
  { endpoint: signInSecondStep, stranger: 'gone', call: () => ({ body: { code: '000000' } }) },
  { endpoint: askRemoval, stranger: 'gone', call: () => ({}) },
  { endpoint: cancelRemoval, stranger: 'not_found', call: () => ({ body: { token: 'nobodys' } }) },
  { endpoint: listPasskeys, stranger: 'unauthenticated', call: () => ({}) },
  // An unanswered challenge changes no state.
  { endpoint: startPasskey, stranger: 'unauthenticated', call: () => ({}) },
  {
    endpoint: addPasskey,
    stranger: 'unauthenticated',
    call: ({ answer }) => ({ body: { name: 'Phone', answer } }),
    needs: 'passkeyQuestion',
    audit: 'auth.addPasskey',
  },
  {
    endpoint: renamePasskey,
    stranger: 'unauthenticated',
    call: ({ passkeyId }) => ({ params: { id: passkeyId }, body: { name: 'Laptop' } }),
    needs: 'passkey',
    audit: 'auth.renamePasskey',
  },
  {
    endpoint: removePasskey,
    stranger: 'unauthenticated',
    call: ({ passkeyId }) => ({ params: { id: passkeyId } }),
    needs: 'passkey',
    audit: 'auth.removePasskey',
  },
  { endpoint: startPasskeySignIn, stranger: 'allowed', call: () => ({}) },
  { endpoint: signInWithPasskey, stranger: 'wrong_credentials', call: () => ({ body: { answer: junk } }) },
  { endpoint: startProof, stranger: 'unauthenticated', call: () => ({}) },
  {
    endpoint: prove,
    stranger: 'unauthenticated',
    call: () => ({ body: { password: 'Harbour-2026-bridge' } }),
    audit: 'auth.prove',
  },
];
