import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { signIn } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { useConfirming } from './auth-entry-state.ts';

/** Checks email and password. The caller continues with the answer. */
export function useSignIn() {
  const { setConfirming } = useConfirming();
  return useMutation({
    mutationFn: (body: BodyOf<typeof signIn>) => api.call(signIn, { body }),
    meta: { isFailureShownInPlace: true },
    onError: (error, { email }) => {
      if (isRefusal(error, 'unconfirmed')) setConfirming(email);
      showToast({ tone: 'failed', about: 'sign-in', text: failureWords(error, authTexts.signInFailed) });
    },
  });
}
