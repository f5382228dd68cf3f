import { LoadingText } from '#ui/layout/loading-text.tsx';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { lazy, Suspense } from 'react';
import type { AuthEntryProps } from './auth-entry-screen.tsx';

const EntryScreen = lazy(() => import('./auth-entry-screen.tsx'));

/** Sign In and Sign Up, lazily loaded, so that signed-in users never load this code. */
export function AuthEntry(props: AuthEntryProps) {
  return (
    <Suspense fallback={<LoadingText>{authTexts.loading}</LoadingText>}>
      <EntryScreen {...props} />
    </Suspense>
  );
}
