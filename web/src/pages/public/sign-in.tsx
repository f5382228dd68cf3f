import { AuthUnreachable } from '#features/auth/sign-in/auth-unreachable.tsx';
import { keepInvitation } from '#lib/invitation.ts';
import { homeOf, useSession } from '#lib/session/session.ts';
import { paths, readSignUpSearch } from '#lib/paths.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { SignedOut } from './signed-out.tsx';

/** `/sign-in` and `/sign-up`: a page with two tabs. A signed-in user goes to their own area (LAND-02). */
export default function SignInPage() {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingText />;
    case 'failed':
      return <AuthUnreachable error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return <SignInTabs />;
    case 'signed-in':
      return <Navigate to={homeOf(session.person.userType)} state={keepInvitation} replace />;
  }
}

function SignInTabs() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <SignedOut
      wanted={null}
      tab={pathname === paths.signUp ? 'sign-up' : 'sign-in'}
      userType={readSignUpSearch(search).type ?? 'user'}
      onTab={(tab) =>
        void navigate({ to: tab === 'sign-up' ? paths.signUp : paths.signIn, state: keepInvitation, replace: true })
      }
    />
  );
}
