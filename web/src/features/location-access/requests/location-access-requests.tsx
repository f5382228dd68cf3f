import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { accessQuery } from '../location-access.queries.ts';
import type LocationAccessRequestNotices from './location-access-request-notices.tsx';

type NoticesComponent = typeof LocationAccessRequestNotices;

/** Shared by all pages, so the next page shows its notices in its first render. */
let loadedNotices: NoticesComponent | null = null;

async function loadNotices(): Promise<NoticesComponent> {
  loadedNotices ??= (await import('./location-access-request-notices.tsx')).default;
  return loadedNotices;
}

/**
 * LOCREQ-02: shows location requests above all other content on every page. The content below is hidden until the first
 * answer about requests, because a notice that arrives later would push the content down.
 */
export function LocationAccessRequests({ children }: { children: ReactNode }) {
  const { data, isFetching, failureCount } = useQuery(accessQuery);
  const [hasBeenAsked, setHasBeenAsked] = useState(false);
  const isAsked = data !== undefined && data.addressed.length > 0;
  // Afterwards the list stays mounted, because an answered request remains visible briefly.
  if (isAsked && !hasBeenAsked) setHasBeenAsked(true);
  const { Notices, hasFailed } = useNotices();
  const isUnknown = data === undefined && isFetching && failureCount === 0;
  const isReady = !isUnknown && (!isAsked || Notices !== null || hasFailed);
  const [isPlaced, setPlaced] = useState(isReady);
  if (isReady && !isPlaced) setPlaced(true);
  return (
    <>
      {Notices && data && hasBeenAsked && <Notices requests={data.addressed} aheadMs={data.aheadMs} />}
      <div style={{ display: isPlaced ? 'contents' : 'none' }}>{children}</div>
    </>
  );
}

/**
 * Loads the notices beside the question whether someone has asked, so that a request shows at once. Not with `lazy`: React shows the content of a Suspense boundary up to 300 ms
 * after the content is ready.
 */
function useNotices(): { Notices: NoticesComponent | null; hasFailed: boolean } {
  const [Notices, setNotices] = useState(() => loadedNotices);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadNotices().then(
      (loaded) => setNotices(() => loaded),
      () => setFailed(true),
    );
  }, []);
  return { Notices, hasFailed };
}
