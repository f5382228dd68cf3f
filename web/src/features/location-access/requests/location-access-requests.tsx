import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accessQuery } from '../location-access.queries.ts';

const Notices = lazy(() => import('./location-access-request-notices.tsx'));

/** LOCREQ-02: who asks to see where a device is, before everything else on every page; nothing where nobody asks. */
export function LocationAccessRequests() {
  const { data } = useQuery(accessQuery);
  const [hasBeenAsked, setHasBeenAsked] = useState(false);
  const isAsked = data !== undefined && data.addressed.length > 0;
  // From then on the list is there: what has just been answered stays in it for a moment.
  if (isAsked && !hasBeenAsked) setHasBeenAsked(true);
  return <Suspense>{data && hasBeenAsked && <Notices requests={data.addressed} aheadMs={data.aheadMs} />}</Suspense>;
}
