import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { Button, Text } from '@mantine/core';
import { IconCrown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { PlanBadge } from './subscription-badge.tsx';
import classes from './subscription-card.module.css';
import { subscriptionQuery } from './subscription.queries.ts';

/** The plan at the foot of the dashboard: what it is, what the other one costs. */
export function SubscriptionCard({ onUpgrade }: { onUpgrade: () => void }) {
  const { data } = useQuery(subscriptionQuery);
  if (!data) return null;
  return (
    <SectionCard title={subscriptionTexts.title} aside={<PlanBadge isPremium={data.subscribed} size="md" />}>
      <Text size="sm" c="dimmed" mb="md">
        {data.subscribed ? subscriptionTexts.premiumText : subscriptionTexts.upgradeText}
      </Text>
      {data.subscribed ? <EndDay endsAt={data.endsAt} /> : <Offer onUpgrade={onUpgrade} />}
    </SectionCard>
  );
}

function EndDay({ endsAt }: { endsAt: string | null }) {
  const nowMs = useNow('halfMinute');
  return endsAt === null ? null : <Text size="sm">{subscriptionTexts.endsAt(formatDay(endsAt, nowMs))}</Text>;
}

function Offer({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <div className={classes.offer}>
      <Text size="sm" component="span">
        <span className={classes.price}>{subscriptionTexts.price}</span> {subscriptionTexts.perMonth}
      </Text>
      <Button variant="light" leftSection={<IconCrown size={17} stroke={1.7} />} onClick={onUpgrade}>
        {subscriptionTexts.upgradeToPremium}
      </Button>
    </div>
  );
}
