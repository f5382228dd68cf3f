import { useSession } from '#lib/session/session.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import type { ReactNode } from 'react';
import { AuthDenied } from './auth-denied.tsx';
import { AuthUnreachable } from './auth-unreachable.tsx';

interface AuthGateProps {
  role: Role;
  /** What stands in place of the page while nobody is signed in; composed by the page. */
  signedOut: ReactNode;
  children: ReactNode;
}

/** Shows a page to the role that it is for (GUARD-01 GUARD-02 GUARD-03). The server decides; this only chooses what to show. */
export function AuthGate({ role, signedOut, children }: AuthGateProps) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingText>{authTexts.loading}</LoadingText>;
    case 'failed':
      return <AuthUnreachable error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return signedOut;
    case 'signed-in':
      if (session.person.userType !== role) return <AuthDenied person={session.person} required={role} />;
      return children;
  }
}
