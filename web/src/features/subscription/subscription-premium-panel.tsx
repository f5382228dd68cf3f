import { EmptyState } from '#ui/layout/empty-state.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button, Card, Title } from '@mantine/core';
import { IconCrown, IconLock } from '@tabler/icons-react';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import classes from './subscription-premium-panel.module.css';

/** Shown in place of a feature that the free plan lacks (UDASH-06). */
export function SubscriptionPremiumPanel({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <Card component="section" aria-label={subscriptionTexts.premiumFeature} className={classes.panel ?? ''}>
      <Title order={2} ta="center">
        {subscriptionTexts.premiumFeature}
      </Title>
      <EmptyState
        icon={IconLock}
        text={subscriptionTexts.trackingNeedsPremium}
        action={
          <NeedsNetwork>
            {(button) => (
              <Button leftSection={<IconCrown size={17} stroke={1.7} />} onClick={onUpgrade} {...button}>
                {subscriptionTexts.upgradeToPremium}
              </Button>
            )}
          </NeedsNetwork>
        }
      />
    </Card>
  );
}
