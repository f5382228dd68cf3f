import { keepInvitation } from '#lib/invitation.ts';
import { homeOf, replaceSession } from '#lib/session/session.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Person } from '@trace/contract/auth/auth.schema';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';

/**
 * Shows the requested page when `wanted` is the user's role, else the user's own area. Staff see their dashboard. The
 * address changes before the session, so that the user never briefly sees a page of another role.
 */
export function useRedirectAfterSignIn(wanted: Role | null): (person: Person) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (person) => {
    if (person.userType !== wanted) {
      await navigate({ to: homeOf(person.userType), state: keepInvitation });
    }
    replaceSession(queryClient, person);
    // The sign-in of staff has an address of its own. The back office sends everyone there who is not signed in.
    if (wanted === 'staff') await navigate({ to: homeOf(wanted) });
    showToast({ tone: 'done', about: 'sign-in', text: authTexts.signedIn });
  };
}
