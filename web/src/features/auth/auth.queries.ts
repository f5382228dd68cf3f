import { api } from '#lib/http/api.ts';
import { preservePushIds } from '#lib/offline/preserve-on-sign-out.ts';
import { paths } from '#lib/paths.ts';
import { runSignOutCleanups, signOutKey } from '#lib/session/session-end.ts';
import { replaceSession } from '#lib/session/session.ts';
import { preserveColourScheme } from '#ui/preserve-colour-scheme.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut as endSession } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';

/** Signs out once, however many calls, and goes to the landing page. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const queryClient = useQueryClient();
  const { mutate } = useSigningOut();
  // Also true on another page that the user opens meanwhile.
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;
  const signOut = () => {
    if (queryClient.isMutating({ mutationKey: signOutKey }) === 0) mutate();
  };
  return { signOut, isSigningOut };
}

function useSigningOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await runSignOutCleanups();
      return preservePushIds(() => preserveColourScheme(() => api.call(endSession, { query: {} })));
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
