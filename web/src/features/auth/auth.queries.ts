import { api, isRefusal } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { signOutKey } from '#lib/session-end.ts';
import { replaceSession } from '#lib/session.ts';
import { keepingColours } from '#ui/kept-colours.ts';
import { showToast } from '#ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signIn, signOut } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { useConfirming } from './auth-entry-state.ts';
import { refusalWords } from './auth-refusal.ts';

/** Proves e-mail and password; whoever asked goes on with the answer. */
export function useSignIn() {
  const { setConfirming } = useConfirming();
  return useMutation({
    mutationFn: (body: BodyOf<typeof signIn>) => api.call(signIn, { body }),
    meta: { isFailureShownInPlace: true },
    onError: (error, { email }) => {
      if (isRefusal(error, 'unconfirmed')) setConfirming(email);
      showToast({ tone: 'failed', text: refusalWords(error, authTexts.signInFailed) });
    },
  });
}

/** Signs out and goes to the landing page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: () => keepingColours(() => api.call(signOut, {})),
    meta: { isFailureShownInPlace: true },
    onSuccess: async () => {
      replaceSession(queryClient, null);
      await navigate({ to: paths.landing });
      showToast({ tone: 'done', text: authTexts.loggedOut });
    },
    onError: () => showToast({ tone: 'failed', text: authTexts.logoutFailed }),
  });
}
