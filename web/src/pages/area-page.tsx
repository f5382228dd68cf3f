import { AlertsBell } from '#features/alerts/alerts-bell.tsx';
import { useSignOut } from '#features/auth/auth.queries.ts';
import { LocationAccessRequests } from '#features/location-access/requests/location-access-requests.tsx';
import { usePerson } from '#lib/session/session.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { AppShell } from '#shell/app-shell.tsx';
import { AsOf } from '#ui/layout/as-of.tsx';
import { ConnectionBar } from '#ui/layout/connection-bar.tsx';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useBrand } from './area-brand.ts';

interface AreaPageProps {
  area: 'user' | 'installer';
  title: string;
  shortTitle?: string;
  /** The title of the browser's tab, when the page greets instead of saying its name. */
  tabTitle?: string;
  context?: ReactNode;
  right?: ReactNode;
  children: ReactNode;
}

/** A page in the area of a signed-in user: its frame, the user's identity, and the live state. */
export function AreaPage(props: AreaPageProps) {
  const { email, firstName, lastName } = usePerson();
  const { phase, lastGoodAt } = useStreamState();
  const { signOut, isSigningOut } = useSignOut();
  const brand = useBrand(props.area);
  const offline = useOffline();
  useDocumentTitle(`${props.tabTitle ?? props.title} · Trace`);
  const name = `${firstName} ${lastName}`.trim() || email;
  return (
    <AppShell
      {...props}
      person={{ name, email }}
      brand={brand}
      onLogout={signOut}
      isLoggingOut={isSigningOut}
      right={
        <>
          {props.right}
          <AlertsBell area={props.area} />
        </>
      }
      context={
        offline && props.area === 'user' ? (
          <>
            {props.context}
            {props.context && ', '}
            <AsOf isShort />
          </>
        ) : (
          props.context
        )
      }
      bar={<ConnectionBar isConnected={phase !== 'lost'} lastGoodAt={lastGoodAt} />}
    >
      {props.area === 'user' ? <LocationAccessRequests>{props.children}</LocationAccessRequests> : props.children}
    </AppShell>
  );
}
