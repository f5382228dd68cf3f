import { useSignOut } from '#features/auth/auth-sign-out.tsx';
import { usePerson } from '#lib/session/session.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { AppShell } from '#shell/app-shell.tsx';
import { supportEntries } from '#shell/support-entries.ts';
import { ConnectionBar } from '#ui/layout/connection-bar.tsx';
import { fullName } from '@trace/contract/kernel/full-name';
import { lazy, Suspense, type ReactNode } from 'react';
import { SupportBell } from './support-bell.tsx';

/** Loaded after the page, and asks the server itself about incidents that began before. */
const SupportPanic = lazy(() => import('./support-panic.tsx'));

/** The frame around all pages of support staff: the shell, the person's identity, and the live state. */
export function SupportFrame({ children }: { children: ReactNode }) {
  const person = usePerson();
  const { phase, lastGoodAt } = useStreamState();
  const { signOut, isSigningOut, question } = useSignOut();
  const { email } = person;
  return (
    <AppShell
      area="support"
      entries={supportEntries}
      person={{ name: fullName(person) || email, email }}
      brand={null}
      onLogout={signOut}
      isLoggingOut={isSigningOut}
      isLogoutAsked={question !== null}
      actions={<SupportBell />}
      bar={
        <>
          <Suspense>
            <SupportPanic />
          </Suspense>
          <ConnectionBar isConnected={phase !== 'lost'} lastGoodAt={lastGoodAt} />
        </>
      }
    >
      {children}
      {question}
    </AppShell>
  );
}
