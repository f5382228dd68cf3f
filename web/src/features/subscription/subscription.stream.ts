import { useAskingWhileCut } from '#lib/ask-while-cut.ts';
import { putPushed } from '#lib/pushed-data.ts';
import { useStreamEvent } from '#lib/stream-provider.tsx';
import { showToast } from '#ui/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { helloEvent } from '@trace/contract/kernel/stream';
import { planChangeTexts } from '@trace/contract/subscription/subscription.change.texts';
import { FREE_PINGS_PER_DAY } from '@trace/contract/subscription/subscription.rules';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { useCallback } from 'react';
import { receiptsQuery, subscriptionQuery } from './subscription.queries.ts';

/** Shows a change of the plan at once, and says on every open page that premium began or ended. */
export function useSubscriptionStream(): void {
  const queryClient = useQueryClient();
  const remember = useCallback(
    (subscription: Subscription) => {
      const before = queryClient.getQueryData(subscriptionQuery.queryKey);
      putPushed(queryClient, subscriptionQuery.queryKey, () => subscription);
      void queryClient.invalidateQueries({ queryKey: receiptsQuery.queryKey });
      if (before && before.subscribed !== subscription.subscribed) tellChange(subscription.subscribed);
    },
    [queryClient],
  );
  // What changed between the page's question and the stream's beginning was pushed to nobody.
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(subscriptionEvent, remember);
  useStreamEvent(helloEvent, reload);
  useAskingWhileCut(subscriptionQuery.queryKey);
}

function tellChange(isPremium: boolean): void {
  if (isPremium) showToast({ tone: 'done', text: planChangeTexts.begun });
  else
    showToast({ tone: 'info', title: planChangeTexts.endedTitle, text: planChangeTexts.endedText(FREE_PINGS_PER_DAY) });
}
