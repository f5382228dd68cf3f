import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { accessQuery } from '../location-access.queries.ts';

const loadNotices = () => import('./location-access-request-notices.tsx');
const Notices = lazy(loadNotices);

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
  const isUnknown = data === undefined && isFetching && failureCount === 0;
  const isPlaced = usePlaced(isUnknown, isAsked);
  return (
    <>
      <Suspense>{data && hasBeenAsked && <Notices requests={data.addressed} aheadMs={data.aheadMs} />}</Suspense>
      <div style={{ display: isPlaced ? 'contents' : 'none' }}>{children}</div>
    </>
  );
}

/** Returns whether the notices have been drawn once, if there are any. From then on the content stays visible. */
function usePlaced(isUnknown: boolean, isAsked: boolean): boolean {
  const [isPlaced, setPlaced] = useState(!isUnknown);
  useEffect(() => {
    if (isUnknown) return;
    const place = () => setPlaced(true);
    if (isAsked) void loadNotices().then(place, place);
    else place();
  }, [isUnknown, isAsked]);
  return isPlaced;
}
