import { api, isUnreachable } from '#lib/http/api.ts';
import { preservePushIds } from '#lib/offline/preserve-on-sign-out.ts';
import { paths } from '#lib/paths.ts';
import { runSignOutCleanups, signOutKey } from '#lib/session/session-end.ts';
import { replaceSession, sessionQuery } from '#lib/session/session.ts';
import { preserveColourScheme } from '#ui/preserve-colour-scheme.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut as endSession } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';

export function useSigningOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    /** Whether staff sign out, who return to their own sign-in. */
    onMutate: () => queryClient.getQueryData(sessionQuery.queryKey)?.person?.userType === 'staff',
    mutationFn: async () => {
      await runSignOutCleanups();
      try {
        await preservePushIds(() => preserveColourScheme(() => api.call(endSession, { query: {} })));
        return { isOffline: false };
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        await (await import('#lib/session/sign-out-offline.ts')).signOutOffline();
        return { isOffline: true };
      }
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: async ({ isOffline }, _input, isStaff) => {
      replaceSession(queryClient, null);
      // The server serves the landing page, so without a network the page stays and shows the sign-in.
      if (!isOffline) await navigate({ to: isStaff ? paths.supportLogin : paths.landing });
      showToast({ tone: 'done', about: 'sign-in', text: isOffline ? authTexts.loggedOutOffline : authTexts.loggedOut });
    },
    onError: (_error, _input, isStaff) => {
      showToast({ tone: 'failed', about: 'sign-in', text: authTexts.logoutFailed });
      // SUPL-02: the pages of the back office do not stay on the screen.
      if (isStaff) void navigate({ to: paths.supportLogin });
    },
  });
}
