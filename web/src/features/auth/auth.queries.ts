import { api, isRefusal } from '#lib/api.ts';
import { keepInvitation } from '#lib/invitation.ts';
import { paths } from '#lib/paths.ts';
import { signOutKey } from '#lib/session-end.ts';
import { homeOf, replaceSession } from '#lib/session.ts';
import { keepingColours } from '#ui/kept-colours.ts';
import { showToast } from '#ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signIn, signOut } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import type { Role } from '@trace/contract/kernel/roles';
import { useConfirming } from './auth-entry-state.ts';
import { refusalWords } from './auth-refusal.ts';
import { isTurnedAway } from './auth-support-only.ts';

/**
 * Signs in and shows the page that was asked for when `wanted` is the person's role, else the person's own area. The
 * address changes before the person does, so that nobody sees a page that is not theirs for a moment.
 */
export function useSignIn(wanted: Role | null) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { setConfirming } = useConfirming();
  return useMutation({
    mutationFn: (body: BodyOf<typeof signIn>) => api.call(signIn, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: async (answer) => {
      if (!('person' in answer)) return;
      const { person } = answer;
      if (await isTurnedAway(person, wanted)) return;
      if (person.userType !== wanted)
        await navigate({ to: homeOf(person.userType) ?? paths.landing, state: keepInvitation });
      replaceSession(queryClient, person);
      showToast({ tone: 'done', text: authTexts.signedIn });
    },
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
