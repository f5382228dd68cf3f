import { useSignOut } from '#features/auth/auth-sign-out.tsx';
import { LocationAccessRequests } from '#features/location-access/requests/location-access-requests.tsx';
import { usePerson } from '#lib/session/session.ts';
import { AppShell } from '#shell/app-shell.tsx';
import { shellEntries } from '#shell/shell-entries.ts';
import { fullName } from '@trace/contract/kernel/full-name';
import { lazy, Suspense, type ReactNode } from 'react';
import { useBrand } from './area-brand.ts';
import classes from './area-frame.module.css';

/** Loaded after the page, which says what is urgent itself. */
const AreaBell = lazy(() => import('./area-bell.tsx'));
/** Loaded with the first page but after it, because a connection is lost later at the earliest. */
const AreaBars = lazy(() => import('./area-bars.tsx'));

/** The frame around all pages of an area: the shell, the user's identity, and the live state. */
export function AreaFrame({ area, children }: { area: 'user' | 'installer'; children: ReactNode }) {
  const person = usePerson();
  const { signOut, isSigningOut, question } = useSignOut();
  const brand = useBrand(area);
  const { email } = person;
  return (
    <AppShell
      area={area}
      entries={shellEntries[area]}
      person={{ name: fullName(person) || email, email }}
      brand={brand}
      onLogout={signOut}
      isLoggingOut={isSigningOut}
      isLogoutAsked={question !== null}
      actions={
        <Suspense fallback={<span className={classes.bell} />}>
          <AreaBell area={area} />
        </Suspense>
      }
      bar={
        <Suspense>
          <AreaBars area={area} />
        </Suspense>
      }
    >
      {area === 'user' ? <LocationAccessRequests>{children}</LocationAccessRequests> : children}
      {question}
    </AppShell>
  );
}
