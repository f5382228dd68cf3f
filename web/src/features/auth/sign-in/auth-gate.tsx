import { PersonContext, useSession } from '#lib/session/session.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense, type ReactNode } from 'react';
import { AuthUnreachable } from './auth-unreachable.tsx';

/** Loaded lazily, because few people meet it. */
const AuthDenied = lazy(async () => ({ default: (await import('./auth-denied.tsx')).AuthDenied }));

interface AuthGateProps {
  role: Role;
  /** Shown instead of the page while signed out. The page provides this content. */
  signedOut: ReactNode;
  /** Shown to a person of another role instead of the usual refusal. */
  denied?: ReactNode;
  /** The title while the session cannot be read. Left out: the usual title. */
  failedTitle?: string;
  children: ReactNode;
}

/**
 * Shows a page to the role that the page is for (GUARD-01 GUARD-02 GUARD-03). The server enforces access. This
 * component only chooses the content.
 */
export function AuthGate({ role, signedOut, denied, failedTitle, children }: AuthGateProps) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingText>{authTexts.loading}</LoadingText>;
    case 'failed':
      return <AuthUnreachable title={failedTitle} error={session.error} onRetry={session.retry} />;
    case 'signed-out':
      return signedOut;
    case 'signed-in':
      if (session.person.userType !== role) {
        return (
          denied ?? (
            <Suspense fallback={<LoadingText>{authTexts.loading}</LoadingText>}>
              <AuthDenied person={session.person} required={role} />
            </Suspense>
          )
        );
      }
      return <PersonContext value={session.person}>{children}</PersonContext>;
  }
}
