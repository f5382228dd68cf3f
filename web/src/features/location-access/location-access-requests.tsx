import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { accessQuery } from './location-access.queries.ts';

const Notices = lazy(() => import('./location-access-request-notices.tsx'));

/** LOCREQ-02: who asks to see where a device is, before everything else; nothing where nobody asks. */
export function LocationAccessRequests() {
  const { data } = useQuery(accessQuery);
  const isAsked = data !== undefined && data.addressed.length > 0;
  return <Suspense>{isAsked && <Notices requests={data.addressed} aheadMs={data.aheadMs} />}</Suspense>;
}
