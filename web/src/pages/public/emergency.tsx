import { paths } from '#lib/paths.ts';
import { FullPageMessage } from '#shell/full-page-message.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { panicLinkTexts as texts } from '@trace/contract/panic/panic.link.texts';
import { lazy, Suspense, useEffect } from 'react';

/** Apart from the page, whose small file the start of the portal names. */
const LinkedIncident = lazy(() => import('./linked-incident.tsx'));

/** The maximum length of a token that the page keeps. */
const LONGEST_TOKEN = 100;

/**
 * The incident behind the link of a message to a contact (PANIC-07). Moves the token from the fragment into the state of
 * the history entry, which is never sent, logged or copied with the address.
 */
export default function EmergencyPage() {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const token = useLocation({ select: ({ state }) => state.emergencyToken });
  useEffect(() => {
    if (hash === '') return;
    const state = { emergencyToken: hash.slice(0, LONGEST_TOKEN) };
    void navigate({ to: paths.emergency, replace: true, hash: '', state });
  }, [hash, navigate]);
  return (
    <>
      <meta name="robots" content="noindex" />
      {hash === '' ? (
        <Suspense fallback={<LoadingText />}>
          <LinkedIncident token={token ?? ''} invalid={<InvalidLink />} />
        </Suspense>
      ) : (
        <LoadingText />
      )}
    </>
  );
}

function InvalidLink() {
  return (
    <FullPageMessage title={texts.invalidTitle}>
      <p>{texts.invalidText}</p>
    </FullPageMessage>
  );
}
