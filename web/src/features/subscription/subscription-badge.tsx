import { showToast } from '#ui/toast.tsx';
import { ActionIcon, Badge } from '@mantine/core';
import { IconCrown, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import classes from './subscription-badge.module.css';
import { subscriptionQuery } from './subscription.queries.ts';

/** The person's plan, and a way to ask for it again (UDASH-01). */
export function SubscriptionBadge() {
  const { data, isFetching, refetch } = useQuery(subscriptionQuery);
  const refresh = async () => {
    const { isError } = await refetch();
    if (isError) showToast({ tone: 'failed', text: subscriptionTexts.refreshFailed });
    else showToast({ tone: 'done', text: subscriptionTexts.refreshed });
  };
  return (
    <>
      {data && <PlanBadge isPremium={data.subscribed} />}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={subscriptionTexts.refresh}
        loading={isFetching}
        onClick={() => void refresh()}
      >
        <IconRefresh size={18} stroke={1.7} />
      </ActionIcon>
    </>
  );
}

export function PlanBadge({ isPremium, size = 'lg' }: { isPremium: boolean; size?: 'lg' | 'md' }) {
  if (!isPremium) {
    return (
      <Badge color="gray" size={size} className={classes.badge ?? ''}>
        {subscriptionTexts.freePlan}
      </Badge>
    );
  }
  return (
    <Badge
      size={size}
      leftSection={<IconCrown size={13} stroke={1.8} />}
      classNames={{ root: classes.badge ?? '', section: classes.crown ?? '' }}
    >
      {subscriptionTexts.premiumActive}
    </Badge>
  );
}
