import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accessQuery } from '../location-access.queries.ts';

const Notices = lazy(() => import('./location-access-request-notices.tsx'));

/** LOCREQ-02: shows location requests above all other content on every page. Renders nothing without requests. */
export function LocationAccessRequests() {
  const { data } = useQuery(accessQuery);
  const [hasBeenAsked, setHasBeenAsked] = useState(false);
  const isAsked = data !== undefined && data.addressed.length > 0;
  // Afterwards the list stays mounted, because an answered request remains visible briefly.
  if (isAsked && !hasBeenAsked) setHasBeenAsked(true);
  return <Suspense>{data && hasBeenAsked && <Notices requests={data.addressed} aheadMs={data.aheadMs} />}</Suspense>;
}
