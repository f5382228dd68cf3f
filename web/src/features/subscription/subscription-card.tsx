import { AsOf } from '#ui/as-of.tsx';
import { Button, Card, Title } from '@mantine/core';
import { IconCrown, IconReceipt, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { lazy, Suspense, useId, useState } from 'react';
import { PlanBadge } from './subscription-badge.tsx';
import classes from './subscription-card.module.css';
import { useCustomerPortal } from './subscription-payments.ts';
import { SubscriptionTerms } from './subscription-terms.tsx';
import { moneyOf } from './subscription-words.ts';
import { subscriptionQuery } from './subscription.queries.ts';

const ReceiptsDialog = lazy(() => import('./subscription-receipts-dialog.tsx'));

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The plan at the foot of the dashboard (UDASH-07): what it is, what it costs, and the way to change it. */
export function SubscriptionCard({ onUpgrade }: { onUpgrade: () => void }) {
  const { data } = useQuery(subscriptionQuery);
  const titleId = useId();
  if (!data) return null;
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.card ?? ''}>
      <div className={classes.head}>
        <div className={classes.words}>
          <div className={classes.title}>
            <Title order={2} id={titleId}>
              {subscriptionTexts.title}
            </Title>
            <PlanBadge isPremium={data.subscribed} size="md" /> <AsOf />
          </div>
          <p className={classes.text}>{data.subscribed ? planTexts.yours : planTexts.offer}</p>
        </div>
        {data.subscribed ? <Manage plan={data} /> : <Offer plan={data} onUpgrade={onUpgrade} />}
      </div>
      {data.subscribed && <SubscriptionTerms plan={data} />}
    </Card>
  );
}

function Offer({ plan, onUpgrade }: { plan: Subscription; onUpgrade: () => void }) {
  return (
    <div className={classes.actions}>
      <span>
        <span className={classes.price}>{moneyOf(plan.price)}</span> {planTexts.perInterval(plan.price.interval)}
      </span>
      {plan.manageable && <Receipts />}
      <Button leftSection={<IconCrown {...iconLook} />} onClick={onUpgrade}>
        {subscriptionTexts.upgradeToPremium}
      </Button>
    </div>
  );
}

function Manage({ plan }: { plan: Subscription }) {
  const portal = useCustomerPortal();
  const reasonId = useId();
  return (
    <div className={classes.actions}>
      {plan.manageable ? (
        <Receipts />
      ) : (
        <span id={reasonId} className={classes.reason}>
          {planTexts.given}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconSettings {...iconLook} />}
        disabled={!plan.manageable}
        aria-describedby={plan.manageable ? undefined : reasonId}
        loading={portal.isPending}
        onClick={() => portal.mutate()}
      >
        {planTexts.manage}
      </Button>
    </div>
  );
}

function Receipts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconReceipt {...iconLook} />} onClick={() => setOpen(true)}>
        {planTexts.receiptsShow}
      </Button>
      <Suspense>{isOpen && <ReceiptsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
