import { AsOf } from '#ui/layout/as-of.tsx';
import { NeedsNetwork, type NetworkProps } from '#ui/layout/needs-network.tsx';
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
import { formatMoney } from './subscription-format.ts';
import { subscriptionQuery } from './subscription.queries.ts';

const ReceiptsDialog = lazy(() => import('./subscription-receipts-dialog.tsx'));

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/**
 * Shows the plan on the dashboard and in the settings (UDASH-07): the plan, the price, and the way to change the plan. A
 * complimentary plan has nothing to manage.
 */
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
        {data.subscribed ? data.manageable && <Manage /> : <Offer plan={data} onUpgrade={onUpgrade} />}
      </div>
      {data.subscribed && <SubscriptionTerms plan={data} />}
    </Card>
  );
}

function Offer({ plan, onUpgrade }: { plan: Subscription; onUpgrade: () => void }) {
  return (
    <div className={classes.actions}>
      <span>
        <span className={classes.price}>{formatMoney(plan.price)}</span> {planTexts.perInterval(plan.price.interval)}
      </span>
      <NeedsNetwork>
        {(button) => (
          <>
            {plan.manageable && <ManageButtons buttonProps={button} />}
            <Button leftSection={<IconCrown {...iconLook} />} onClick={onUpgrade} {...button}>
              {subscriptionTexts.upgradeToPremium}
            </Button>
          </>
        )}
      </NeedsNetwork>
    </div>
  );
}

function Manage() {
  return (
    <div className={classes.actions}>
      <NeedsNetwork>{(button) => <ManageButtons buttonProps={button} />}</NeedsNetwork>
    </div>
  );
}

/** Also shown without premium, because a paused or incomplete plan is resumed at the payment service. */
function ManageButtons({ buttonProps }: { buttonProps: NetworkProps }) {
  const portal = useCustomerPortal();
  return (
    <>
      <Receipts buttonProps={buttonProps} />
      <Button
        variant="default"
        leftSection={<IconSettings {...iconLook} />}
        loading={portal.isOpening}
        onClick={portal.open}
        {...buttonProps}
      >
        {planTexts.manage}
      </Button>
    </>
  );
}

function Receipts({ buttonProps }: { buttonProps: NetworkProps }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceipt {...iconLook} />}
        onClick={() => setOpen(true)}
        {...buttonProps}
      >
        {planTexts.receiptsShow}
      </Button>
      <Suspense>{isOpen && <ReceiptsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
