import { AuthEntry } from '#features/auth/sign-in/auth-entry.tsx';
import { AuthSessionEnd } from '#features/auth/sessions/auth-session-end.tsx';
import type { SessionEnd } from '#lib/session/session-end.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense, useState, type ComponentProps } from 'react';

/** Loaded lazily, because only installers who sign up need this component. */
const CertificationSignUp = lazy(async () => {
  const { CertificationSignUp: component } = await import('#features/certification/certification-sign-up.tsx');
  return { default: component };
});

type Entry = ComponentProps<typeof AuthEntry>;

const renderCertification: Entry['renderCertification'] = (slot) => (
  <Suspense fallback={<LoadingText />}>
    <CertificationSignUp {...slot} />
  </Suspense>
);

/** The Sign In and Sign Up tabs, with the installer certification in its slot. */
export function SignedOut(props: Omit<Entry, 'renderCertification'>) {
  return <AuthEntry {...props} renderCertification={renderCertification} />;
}

/** GUARD-02: replaces a page that requires a signed-in user and keeps the address. */
export function SignedOutHere({ wanted, end }: { wanted: Role; end: SessionEnd | null }) {
  const [tab, setTab] = useState<Entry['tab']>('sign-in');
  return (
    <SignedOut
      notice={end && <AuthSessionEnd end={end} />}
      wanted={wanted}
      tab={tab}
      onTab={setTab}
      userType={wanted === 'installer' ? 'installer' : 'user'}
    />
  );
}
