import { api, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { seeInvitation } from '@trace/contract/companies/companies.api';
import type { BodyOf } from '@trace/contract/kernel/endpoint';

const inPlace = { meta: { isFailureShownInPlace: true } };

export function useSignUp() {
  return useMutation({ mutationFn: (body: BodyOf<typeof signUp>) => api.call(signUp, { body }), ...inPlace });
}

export function useConfirm() {
  return useMutation({
    mutationFn: (code: string) => api.call(confirmSignUp, { body: { code } }),
    ...inPlace,
    onSuccess: ({ company }) => {
      showToast({ tone: 'done', about: 'sign-up', text: signUpTexts.confirmed });
      if (company === 'ended') showToast({ tone: 'info', about: 'company', text: signUpTexts.confirmedWithoutCompany });
    },
  });
}

/** Sends the code again, to the corrected address if given. */
export function useSendCode() {
  return useMutation({
    mutationFn: (email: string | null) =>
      email === null ? api.call(resendSignUpCode, {}) : api.call(correctSignUpEmail, { body: { email } }),
    ...inPlace,
    onSuccess: ({ codeSentTo }) =>
      showToast({ tone: 'done', about: 'sign-up', text: signUpTexts.sentAgain(codeSentTo) }),
  });
}

export type Invitation =
  | { state: 'none' | 'loading' | 'ended' }
  | { state: 'unchecked'; retry: () => void }
  | { state: 'known'; token: string; company: string; logo: string | null };

/** Returns the company of an invitation token. An unknown or inactive token counts as ended (AUTH-02). */
export function useInvitation(token: string | undefined): Invitation {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call(seeInvitation, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== undefined && token !== '',
  });
  if (token === undefined) return { state: 'none' };
  if (data) return { state: 'known', token, company: data.name, logo: data.logo };
  if (token === '' || isRefusal(error, 'not_found')) return { state: 'ended' };
  return error ? { state: 'unchecked', retry: () => void refetch() } : { state: 'loading' };
}
