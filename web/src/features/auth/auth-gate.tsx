import { useSession } from '#lib/session.ts';
import { LoadingText } from '#ui/loading-text.tsx';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import type { ReactNode } from 'react';
import { AuthDenied } from './auth-denied.tsx';
import { AuthSignIn } from './auth-sign-in.tsx';
import { AuthUnreachable } from './auth-unreachable.tsx';

/** Shows a page to the role that it is for (GUARD-01 GUARD-02 GUARD-03). The server decides; this only chooses what to show. */
export function AuthGate({ role, children }: { role: Role; children: ReactNode }) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingText>{authTexts.loading}</LoadingText>;
    case 'failed':
      return <AuthUnreachable error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return <AuthSignIn wanted={role} />;
    case 'signed-in':
      if (session.person.userType !== role) return <AuthDenied person={session.person} required={role} />;
      return children;
  }
}
