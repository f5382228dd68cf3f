import { useAccountsStream } from '#features/accounts/accounts.stream.ts';
import { useAlertsStream } from '#features/alerts/alerts.stream.ts';
import { AuthGate } from '#features/auth/sign-in/auth-gate.tsx';
import { DevicesNewClaimHost } from '#features/devices/registration/devices-new-claim-host.tsx';
import { useDevicesStream } from '#features/devices/devices.stream.ts';
import { useStatusStream } from '#features/device-status/device-status.stream.ts';
import { useAccessStream } from '#features/location-access/location-access.stream.ts';
import { useSubscriptionStream } from '#features/subscription/subscription.stream.ts';
import { useSessionEnd, type SessionEnd } from '#lib/session/session-end.ts';
import { usePerson, useSession } from '#lib/session/session.ts';
import { StreamProvider, useComingBack } from '#lib/stream/stream-provider.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Outlet } from '@tanstack/react-router';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense, useEffect } from 'react';
import { AreaFrame } from './area-frame.tsx';

/** Loaded lazily, because a page needs these parts later or never. */
const AuthIdleWarning = lazy(async () => ({
  default: (await import('#features/auth/sessions/auth-idle-warning.tsx')).AuthIdleWarning,
}));
const AreaInvitation = lazy(async () => ({ default: (await import('./area-invitation.tsx')).AreaInvitation }));
const LocatedHost = lazy(() => import('./installer/located-host.tsx'));
const OfflineCacheWriter = lazy(() => import('#lib/offline/offline-cache-writer.ts'));
const PendingPingsHost = lazy(() => import('#features/ping/waits/ping-pending.ts'));
const SignedOutHere = lazy(async () => ({ default: (await import('#pages/public/signed-out.tsx')).SignedOutHere }));

/** All pages of the end user. */
export const UserArea = () => <AreaLayout role="user" />;
/** All pages of the installer. */
export const InstallerArea = () => <AreaLayout role="installer" />;

/** The frame of all pages of an area: the route guard, the only stream, and the data that the stream keeps fresh. */
function AreaLayout({ role }: { role: Role }) {
  const session = useSession();
  const end = useSessionEnd(session.state);
  return (
    <AuthGate role={role} signedOut={<SignedOut role={role} end={end} />}>
      <OwnArea role={role} />
    </AuthGate>
  );
}

/**
 * The `key` remounts the area for the next user of this browser, also after a sign-in in another tab. No form keeps
 * input of the previous user.
 */
function OwnArea({ role }: { role: Role }) {
  const { id } = usePerson();
  return (
    <StreamProvider key={id}>
      <LiveArea role={role} />
    </StreamProvider>
  );
}

function SignedOut({ role, end }: { role: Role; end: SessionEnd | null }) {
  return (
    <Suspense fallback={<LoadingText />}>
      <SignedOutHere wanted={role} end={end} />
    </Suspense>
  );
}

function LiveArea({ role }: { role: Role }) {
  useEffect(() => void startServiceWorker(), []);
  useComingBack();
  useAccountsStream();
  useDevicesStream();
  useStatusStream();
  useSubscriptionStream();
  useAccessStream();
  useAlertsStream();
  const area = role === 'installer' ? 'installer' : 'user';
  return (
    <>
      <AreaFrame area={area}>
        <Outlet />
      </AreaFrame>
      <Suspense>
        <AreaInvitation />
      </Suspense>
      <DevicesNewClaimHost />
      <Suspense>{role === 'installer' && <LocatedHost />}</Suspense>
      <Suspense>
        <PendingPingsHost area={area} />
      </Suspense>
      <Suspense>
        <OfflineCacheWriter />
      </Suspense>
      <Suspense>
        <AuthIdleWarning />
      </Suspense>
    </>
  );
}

/** Loaded after the page, which works without the service worker. */
async function startServiceWorker(): Promise<void> {
  (await import('#lib/offline/service-worker.ts')).startServiceWorker();
}
