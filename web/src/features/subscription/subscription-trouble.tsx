import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { subscriptionQuery } from './subscription.queries.ts';

const Notice = lazy(() => import('./subscription-trouble-notice.tsx'));

/** SUB-05: shows a notice after a failed payment. Renders nothing otherwise. */
export function SubscriptionTrouble() {
  const { data } = useQuery(subscriptionQuery);
  return <Suspense>{data?.paymentTrouble && <Notice plan={data} trouble={data.paymentTrouble} />}</Suspense>;
}
