import { LoadingText } from '#ui/loading-text.tsx';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense } from 'react';

const SignInScreen = lazy(() => import('./auth-sign-in-screen.tsx'));

/** The sign-in screen; whoever is signed in already never loads it. */
export function AuthSignIn({ wanted }: { wanted: Role | null }) {
  return (
    <Suspense fallback={<LoadingText>{authTexts.loading}</LoadingText>}>
      <SignInScreen wanted={wanted} />
    </Suspense>
  );
}
