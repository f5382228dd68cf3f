import { useAccountsStream } from '#features/accounts/accounts.stream.ts';
import { AuthGate } from '#features/auth/sign-in/auth-gate.tsx';
import { paths } from '#lib/paths.ts';
import { usePerson } from '#lib/session/session.ts';
import { StreamProvider, useComingBack } from '#lib/stream/stream-provider.tsx';
import { Navigate, Outlet } from '@tanstack/react-router';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { lazy, Suspense } from 'react';
import { SupportFrame } from './support-frame.tsx';

/** Loaded lazily, because a page needs this part later or never. */
const AuthIdleWarning = lazy(async () => ({
  default: (await import('#features/auth/sessions/auth-idle-warning.tsx')).AuthIdleWarning,
}));

/** All pages of support staff. Everyone else is sent to the staff sign-in (SUPL-02). */
export default function SupportArea() {
  const toLogin = <Navigate to={paths.supportLogin} replace />;
  return (
    <AuthGate role="staff" signedOut={toLogin} denied={toLogin} failedTitle={supportStaffTexts.verifyFailed}>
      <OwnArea />
    </AuthGate>
  );
}

/** The `key` remounts the area for the next staff member of this browser. */
function OwnArea() {
  const { id } = usePerson();
  return (
    <StreamProvider key={id}>
      <LiveArea />
    </StreamProvider>
  );
}

/** Keeps nothing for offline use, because the back office shows the data of other people. */
function LiveArea() {
  useComingBack();
  useAccountsStream();
  return (
    <>
      <SupportFrame>
        <Outlet />
      </SupportFrame>
      <Suspense>
        <AuthIdleWarning />
      </Suspense>
    </>
  );
}
