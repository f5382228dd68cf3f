import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { ActionIcon, Badge } from '@mantine/core';
import { IconCrown, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { planBadgeTexts } from '@trace/contract/subscription/subscription.badge.texts';
import { useState } from 'react';
import classes from './subscription-badge.module.css';
import { subscriptionQuery, useCheckSubscription } from './subscription.queries.ts';

/** Shows the user's plan and a button that checks the plan again (UDASH-01). */
export function SubscriptionBadge() {
  const { data, isPending, isError } = useQuery(subscriptionQuery);
  const check = useCheckSubscription();
  // A plan that was heard of since, pushed or asked for, is known however the check went.
  const [asked, setAsked] = useState(data);
  const isCheckLost = check.isError && data === asked;
  const refresh = () => {
    setAsked(data);
    check.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'done', about: 'plan', text: planBadgeTexts.refreshed }),
      onError: () => showToast({ tone: 'failed', about: 'plan', text: planBadgeTexts.refreshFailed }),
    });
  };
  return (
    <>
      {/* SUB-03: an unreadable plan counts as not premium, and an unchecked plan is marked. */}
      {!isPending && <PlanBadge isPremium={data?.subscribed ?? false} isUnchecked={isCheckLost || isError || !data} />}
      <NeedsNetwork isTight>
        {(button) => (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={planBadgeTexts.refresh}
            className={classes.refresh ?? ''}
            loading={check.isPending}
            onClick={refresh}
            {...button}
          >
            <IconRefresh size={18} stroke={1.7} />
          </ActionIcon>
        )}
      </NeedsNetwork>
    </>
  );
}

interface PlanBadgeProps {
  isPremium: boolean;
  /** The plan may be out of date and is shown accordingly. */
  isUnchecked?: boolean;
  size?: 'lg' | 'md';
}

export function PlanBadge({ isPremium, isUnchecked = false, size = 'lg' }: PlanBadgeProps) {
  return (
    <span className={classes.plan}>
      <Badge
        size={size}
        {...(!(isPremium && !isUnchecked) && { color: 'gray' })}
        leftSection={isPremium && <IconCrown size={13} stroke={1.8} />}
        classNames={{ root: classes.badge ?? '', section: classes.crown ?? '' }}
      >
        {isPremium ? planBadgeTexts.premiumActive : planBadgeTexts.freePlan}
      </Badge>
      {isUnchecked && <span className={classes.unchecked}>{planBadgeTexts.notChecked}</span>}
    </span>
  );
}
