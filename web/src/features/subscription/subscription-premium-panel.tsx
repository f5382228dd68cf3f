import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button, Card, Title } from '@mantine/core';
import { IconCheck, IconCrown, IconLock } from '@tabler/icons-react';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { trackingOfferTexts } from '@trace/contract/subscription/subscription.tracking.texts';
import classes from './subscription-premium-panel.module.css';
import { SubscriptionPremiumPicture } from './subscription-premium-picture.tsx';

/** Shown in place of a feature that the free plan lacks (UDASH-06): what premium adds here, over a drawing of a map. */
export function SubscriptionPremiumPanel({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <Card padding={0} component="section" aria-label={subscriptionTexts.premiumFeature} className={classes.panel ?? ''}>
      <SubscriptionPremiumPicture />
      <div className={classes.offer}>
        <Title order={2} className={classes.title ?? ''}>
          <IconLock size={18} stroke={1.8} aria-hidden="true" /> {subscriptionTexts.premiumFeature}
        </Title>
        <p className={classes.text}>{subscriptionTexts.trackingNeedsPremium}</p>
        <ul className={classes.benefits}>
          {trackingOfferTexts.benefits.map((benefit) => (
            <li key={benefit}>
              <IconCheck size={17} stroke={2} aria-hidden="true" />
              {benefit}
            </li>
          ))}
        </ul>
        <NeedsNetwork>
          {(button) => (
            <Button leftSection={<IconCrown size={17} stroke={1.7} />} onClick={onUpgrade} {...button}>
              {subscriptionTexts.upgradeToPremium}
            </Button>
          )}
        </NeedsNetwork>
      </div>
    </Card>
  );
}
