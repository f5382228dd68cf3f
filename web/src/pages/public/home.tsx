import { AuthUnreachable } from '#features/auth/sign-in/auth-unreachable.tsx';
import { paths } from '#lib/paths.ts';
import { homeOf, useSession } from '#lib/session/session.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Navigate, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

const Landing = lazy(() => import('./landing/landing.tsx'));

/**
 * The address `/` (LAND-02): a signed-in user goes to their own area and never sees the landing page. The server
 * returns the landing page to signed-out visitors as a file. This component renders the page inside the running portal.
 */
export default function HomePage() {
  const session = useSession();
  // Read once: this page stays mounted while the next page loads, and the address then has no shortcut.
  const [isLive] = useState(useLocation({ select: ({ search }) => search.shortcut === 'live' }));
  switch (session.state) {
    case 'loading':
      return <LoadingText />;
    case 'failed':
      return <AuthUnreachable error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return (
        <Suspense fallback={<LoadingText />}>
          <Landing />
        </Suspense>
      );
    case 'signed-in':
      return <Home to={homeOf(session.person.userType)} isLive={isLive} />;
  }
}

/** The shortcuts of the installed app open here, because the manifest does not know who is signed in (PWA-01). */
function Home({ to, isLive }: { to: string; isLive: boolean }) {
  if (to === paths.user && isLive) return <Navigate to={paths.user} search={{ tab: 'live' }} replace />;
  return <Navigate to={to} replace />;
}
