import { paths } from '#lib/paths.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { helloEvent } from '@trace/contract/kernel/stream';
import { planChangeTexts } from '@trace/contract/subscription/subscription.change.texts';
import { FREE_PINGS_PER_DAY } from '@trace/contract/subscription/subscription.rules';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { useCallback, useEffect, useRef } from 'react';
import { receiptsQuery, subscriptionQuery } from './subscription.queries.ts';

/** The query key of the ping quota, which depends on the plan. */
const quotaKey = ['ping-quota'];
/** The query key of the last places, which include reported positions with premium alone. */
const placesKey = ['last-places'];

/** Shows a change of the plan at once, and says on every open page that premium began or ended. */
export function useSubscriptionStream(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const remember = useCallback(
    (subscription: Subscription) => {
      const before = queryClient.getQueryData(subscriptionQuery.queryKey);
      applyPushedUpdate(queryClient, subscriptionQuery.queryKey, () => subscription);
      void queryClient.invalidateQueries({ queryKey: receiptsQuery.queryKey });
      // The first answer is still pending, so whether the plan changed is unknown. Reload the quota in case the plan
      // did.
      if (!before) void queryClient.invalidateQueries({ queryKey: quotaKey });
      else if (before.subscribed !== subscription.subscribed)
        showPlanChangeToast(subscription.subscribed, router.state.location.pathname === paths.user);
    },
    [queryClient, router],
  );
  // A change between the page's request and the start of the stream is not pushed, so the plan is reloaded.
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(subscriptionEvent, remember);
  useStreamEvent(helloEvent, reload);
  usePollWhileDisconnected(subscriptionQuery.queryKey);
  useDataByPlan();
}

/**
 * Reloads the ping quota, and the last places when premium begins, whether the change of the plan was pushed, polled or
 * requested.
 */
function useDataByPlan(): void {
  const queryClient = useQueryClient();
  // Only observes the query. The component that shows the plan fetches the data.
  const { data: isPremium } = useQuery({ ...subscriptionQuery, enabled: false, select: isSubscribed });
  const known = useRef(isPremium);
  useEffect(() => {
    const before = known.current;
    known.current = isPremium;
    if (before === undefined || before === isPremium) return;
    void queryClient.invalidateQueries({ queryKey: quotaKey });
    // After the end of premium, the last known place stays on the open page.
    if (isPremium) void queryClient.invalidateQueries({ queryKey: placesKey });
  }, [queryClient, isPremium]);
}

const isSubscribed = ({ subscribed }: Subscription): boolean => subscribed;

/** The dashboard shows in its head and its notices that premium began. */
function showPlanChangeToast(isPremium: boolean, isDashboard: boolean): void {
  if (isPremium) showToast({ tone: 'done', about: 'plan', text: planChangeTexts.begun, isOnPage: isDashboard });
  else
    showToast({
      tone: 'info',
      about: 'plan',
      title: planChangeTexts.endedTitle,
      text: planChangeTexts.endedText(FREE_PINGS_PER_DAY),
    });
}
