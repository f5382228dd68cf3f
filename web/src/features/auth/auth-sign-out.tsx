import { signOutKey } from '#lib/session/session-end.ts';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSigningOut } from './auth.queries.ts';

const SignOutDialog = lazy(() => import('./auth-sign-out-dialog.tsx'));

interface SignOut {
  signOut: () => void;
  isSigningOut: boolean;
  /** The question that the page shows before registrations are lost, or null. */
  question: ReactNode;
}

/** A user can always sign out, also if the part that counts is missing. */
const countWaiting = (): Promise<number> =>
  import('#lib/offline/browser-stores.ts').then(({ countRegistrations }) => countRegistrations()).catch(() => 0);

/** Signs out once, however many calls, and goes to the landing page. Asks first if registrations would be deleted. */
export function useSignOut(): SignOut {
  const queryClient = useQueryClient();
  const { mutate } = useSigningOut();
  const [count, setCount] = useState(0);
  // Also true on another page that the user opens meanwhile.
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;
  const start = () => {
    setCount(0);
    if (queryClient.isMutating({ mutationKey: signOutKey }) === 0) mutate();
  };
  const signOut = async () => {
    const waiting = await countWaiting();
    if (waiting > 0) setCount(waiting);
    else start();
  };
  const question =
    count === 0 ? null : (
      <Suspense>
        <SignOutDialog count={count} onConfirm={start} onClose={() => setCount(0)} />
      </Suspense>
    );
  return { signOut: () => void signOut(), isSigningOut, question };
}
