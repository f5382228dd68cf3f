import { AuthSignIn } from '#features/auth/auth-sign-in.tsx';
import { AuthUnreachable } from '#features/auth/auth-unreachable.tsx';
import { homeOf, useSession } from '#lib/session.ts';
import { paths } from '#lib/paths.ts';
import { LoadingText } from '#ui/loading-text.tsx';
import { Navigate } from '@tanstack/react-router';

/** The address `/`: whoever is signed in goes to their own area, everybody else signs in. */
export function SignInPage() {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingText />;
    case 'failed':
      return <AuthUnreachable error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return <AuthSignIn wanted={null} />;
    case 'signed-in':
      return <Navigate to={homeOf(session.person.userType) ?? paths.user} replace />;
  }
}
