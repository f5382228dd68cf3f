import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { subscriptionQuery } from './subscription.queries.ts';

const Notice = lazy(() => import('./subscription-trouble-notice.tsx'));

/** SUB-05: a payment failed. Nothing where all is well. */
export function SubscriptionTrouble() {
  const { data } = useQuery(subscriptionQuery);
  return <Suspense>{data?.paymentTrouble && <Notice plan={data} trouble={data.paymentTrouble} />}</Suspense>;
}
