import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { helloEvent } from '@trace/contract/kernel/stream';
import { planChangeTexts } from '@trace/contract/subscription/subscription.change.texts';
import { FREE_PINGS_PER_DAY } from '@trace/contract/subscription/subscription.rules';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { useCallback, useEffect, useRef } from 'react';
import { receiptsQuery, subscriptionQuery } from './subscription.queries.ts';

/** What stands elsewhere and follows the plan. */
const quotaKey = ['ping-quota'];

/** Shows a change of the plan at once, and says on every open page that premium began or ended. */
export function useSubscriptionStream(): void {
  const queryClient = useQueryClient();
  const remember = useCallback(
    (subscription: Subscription) => {
      const before = queryClient.getQueryData(subscriptionQuery.queryKey);
      applyPushedUpdate(queryClient, subscriptionQuery.queryKey, () => subscription);
      void queryClient.invalidateQueries({ queryKey: receiptsQuery.queryKey });
      // The first answer is on its way, and nobody knows whether this is a change of what the pings were counted by.
      if (!before) void queryClient.invalidateQueries({ queryKey: quotaKey });
      else if (before.subscribed !== subscription.subscribed) showPlanChangeToast(subscription.subscribed);
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
  usePollWhileDisconnected(subscriptionQuery.queryKey);
  useCountingByPlan();
}

/** The pings of the day are counted by the plan: asked anew when it changes, be it pushed, polled or asked for. */
function useCountingByPlan(): void {
  const queryClient = useQueryClient();
  // Watches alone: who shows the plan asks for it.
  const { data: isPremium } = useQuery({ ...subscriptionQuery, enabled: false, select: isSubscribed });
  const known = useRef(isPremium);
  useEffect(() => {
    const before = known.current;
    known.current = isPremium;
    if (before === undefined || before === isPremium) return;
    void queryClient.invalidateQueries({ queryKey: quotaKey });
  }, [queryClient, isPremium]);
}

const isSubscribed = ({ subscribed }: Subscription): boolean => subscribed;

function showPlanChangeToast(isPremium: boolean): void {
  if (isPremium) showToast({ tone: 'done', text: planChangeTexts.begun });
  else
    showToast({ tone: 'info', title: planChangeTexts.endedTitle, text: planChangeTexts.endedText(FREE_PINGS_PER_DAY) });
}
