import { useStreamEvent } from '#lib/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { useCallback } from 'react';
import { subscriptionQuery } from './subscription.queries.ts';

/** Shows a change of the plan at once, also when it ends. */
export function useSubscriptionStream(): void {
  const queryClient = useQueryClient();
  const remember = useCallback(
    (subscription: Subscription) => void queryClient.setQueryData(subscriptionQuery.queryKey, subscription),
    [queryClient],
  );
  useStreamEvent(subscriptionEvent, remember);
}
