import { api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { sayFarewells, signOutKey } from '#lib/session-end.ts';
import { replaceSession } from '#lib/session.ts';
import { keepingColours } from '#ui/kept-colours.ts';
import { showToast } from '#ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';

/** Signs out and goes to the landing page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await sayFarewells();
      return keepingColours(() => api.call(signOut, { query: {} }));
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: async () => {
      replaceSession(queryClient, null);
      await navigate({ to: paths.landing });
      showToast({ tone: 'done', text: authTexts.loggedOut });
    },
    onError: () => showToast({ tone: 'failed', text: authTexts.logoutFailed }),
  });
}
