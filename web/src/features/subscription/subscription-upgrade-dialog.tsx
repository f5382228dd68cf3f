import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { OutcomeLine, showInDialog } from '#ui/data/outcome-line.tsx';
import { Button } from '@mantine/core';
import { IconCheck, IconCrown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import type { ReactNode } from 'react';
import { useCheckout, type Checkout } from './subscription-payments.ts';
import { SubscriptionTerms } from './subscription-terms.tsx';
import classes from './subscription-upgrade-dialog.module.css';
import { formatMoney } from './subscription-format.ts';
import { subscriptionQuery } from './subscription.queries.ts';

interface SubscriptionUpgradeDialogProps {
  /** Why the dialog opened, unless the user opened the dialog. */
  reason?: ReactNode;
  /** The state of the devices that premium would cover. */
  readiness: ReactNode;
  onClose: () => void;
}

/**
 * Shows what premium offers and costs, with a button to the checkout (UDASH-07 SUB-06). If this server cannot sell
 * premium, the dialog says so.
 */
export default function SubscriptionUpgradeDialog({ reason, readiness, onClose }: SubscriptionUpgradeDialogProps) {
  const { data: plan } = useQuery(subscriptionQuery);
  const checkout = useCheckout();
  return (
    <Dialog isOpen title={subscriptionTexts.upgradeTitle} size="lg" isTall onClose={onClose}>
      {reason && !plan?.subscribed && <div className={classes.reason}>{reason}</div>}
      {plan && !plan.subscribed && (
        <>
          <Offer plan={plan} readiness={readiness} />
          <Outcome plan={plan} checkout={checkout} />
        </>
      )}
      {plan?.subscribed && <OutcomeLine tone="good">{planTexts.begun}</OutcomeLine>}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {plan?.subscribed || checkout.address !== null ? planTexts.close : subscriptionTexts.notNow}
        </Button>
        {plan && !plan.subscribed && plan.billing === 'on' && checkout.address === null && (
          <NeedsNetwork isTight>
            {(button) => (
              <Button
                leftSection={<IconCrown size={17} stroke={1.7} />}
                loading={checkout.isOpening}
                onClick={checkout.begin}
                {...button}
              >
                {planTexts.subscribe}
              </Button>
            )}
          </NeedsNetwork>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Offer({ plan, readiness }: { plan: Subscription; readiness: ReactNode }) {
  return (
    <>
      <p className={classes.price}>
        <span>{formatMoney(plan.price)}</span> {planTexts.perInterval(plan.price.interval)}, {planTexts.gst}
      </p>
      <ul className={classes.benefits}>
        {planTexts.benefits.map((benefit) => (
          <li key={benefit}>
            <IconCheck size={17} stroke={2} aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className={classes.part}>{readiness}</div>
      <div className={classes.part}>
        <SubscriptionTerms plan={plan} />
      </div>
    </>
  );
}

/** How far the way to the checkout has come. */
function Outcome({ plan, checkout }: { plan: Subscription; checkout: Checkout }) {
  const { address, isBlocked, end, failure } = checkout;
  if (plan.billing === 'off') {
    return <AmberNotice label={subscriptionTexts.upgradeTitle}>{subscriptionTexts.billingOff}</AmberNotice>;
  }
  if (failure !== null) return <OutcomeLine tone="bad">{failure}</OutcomeLine>;
  const opened = address !== null && <Opened address={address} isBlocked={isBlocked} />;
  const words = end === null ? opened : ended[end];
  return (
    words && (
      <p ref={showInDialog} role="status" className={classes.open}>
        {words}
      </p>
    )
  );
}

const ended = { done: planTexts.waitingText, cancelled: planTexts.cancelledText } as const;

function Opened({ address, isBlocked }: { address: string; isBlocked: boolean }) {
  return (
    <>
      {isBlocked ? planTexts.blocked : planTexts.checkoutOpened}{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {isBlocked ? planTexts.openHere : planTexts.openAgain}
      </a>
    </>
  );
}
