import { AuthIdleWarning } from '#features/auth/auth-idle-warning.tsx';
import { AuthGate } from '#features/auth/auth-gate.tsx';
import { DevicesNewClaimHost } from '#features/devices/devices-new-claim-host.tsx';
import { DevicesOutboxHost } from '#features/devices/devices-outbox-host.tsx';
import { useDevicesStream } from '#features/devices/devices.stream.ts';
import { useStatusStream } from '#features/device-status/device-status.stream.ts';
import { useAccessStream } from '#features/location-access/location-access.stream.ts';
import { useSubscriptionStream } from '#features/subscription/subscription.stream.ts';
import { useLastStateKeeper } from '#lib/last-state-keeper.ts';
import { startServiceWorker } from '#lib/service-worker.ts';
import { useSessionEnd } from '#lib/session-end.ts';
import { useSession } from '#lib/session.ts';
import { StreamProvider, useComingBack } from '#lib/stream-provider.tsx';
import { SignedOutHere } from '#pages/public/signed-out.tsx';
import { Outlet } from '@tanstack/react-router';
import type { Role } from '@trace/contract/kernel/roles';
import { useEffect } from 'react';
import { AreaInvitation } from './area-invitation.tsx';

/** What all pages of an area share: the gate, the one stream, and what it keeps fresh. */
export function AreaLayout({ role }: { role: Role }) {
  const end = useSessionEnd(useSession().state);
  return (
    <AuthGate role={role} signedOut={<SignedOutHere wanted={role} end={end} />}>
      <StreamProvider>
        <LiveArea role={role} />
      </StreamProvider>
    </AuthGate>
  );
}

function LiveArea({ role }: { role: Role }) {
  useEffect(startServiceWorker, []);
  useLastStateKeeper();
  useComingBack();
  useDevicesStream();
  useStatusStream();
  useSubscriptionStream();
  useAccessStream();
  return (
    <>
      <Outlet />
      <AreaInvitation />
      <DevicesNewClaimHost />
      {role === 'installer' && <DevicesOutboxHost />}
      <AuthIdleWarning />
    </>
  );
}
