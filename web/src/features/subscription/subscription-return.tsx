import { useBrowserNow, useNow } from '#lib/now.ts';
import { CloseButton } from '#ui/controls/close-button.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Card, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './subscription-return.module.css';
import { broadcastCheckoutEnd, type CheckoutEnd } from './subscription-checkout-end.ts';
import { formatRenewal } from './subscription-format.ts';
import { subscriptionQuery, useCheckSubscription } from './subscription.queries.ts';

/**
 * The confirmation is pushed. Polling covers a cut push connection and a confirmation that arrived before this page
 * loaded.
 */
const ASK_EVERY_MS = 3 * SECOND_MS;
const USUAL_MS = 30 * SECOND_MS;
/**
 * Polling stops after this time: either no payment was made, or the payment service has a fault. A later confirmation
 * is pushed.
 */
const LONGEST_MS = 5 * MINUTE_MS;

type Stage = 'unknown' | 'waiting' | 'slow' | 'unconfirmed' | 'begun' | 'ended' | 'cancelled';

interface SubscriptionReturnProps {
  /** How the checkout ended according to its return address. The server's state decides. */
  checkout: CheckoutEnd;
  /** Whether the address still contains the result. */
  isInAddress: boolean;
  /** Called when the wait is over, so that the result is removed from the address. */
  onAnswered: () => void;
  onDismiss: () => void;
}

/** Shown after the checkout returns: waits for the payment, or says that no payment was made. */
export default function SubscriptionReturn({ checkout, isInAddress, onAnswered, onDismiss }: SubscriptionReturnProps) {
  const { stage, plan, nowMs } = useStage(checkout);
  const isWaiting = stage === 'waiting' || stage === 'slow';
  useEffect(() => broadcastCheckoutEnd(checkout), [checkout]);
  useCheckWhileWaiting(stage);
  useEffect(() => {
    if (isInAddress && !isWaiting) onAnswered();
  }, [isInAddress, isWaiting, onAnswered]);
  // The plan itself shows that premium has ended since.
  if (stage === 'unknown' || stage === 'ended') return null;
  return (
    <Card component="section" padding="md" aria-label={titles[stage]}>
      <div className={classes.notice}>
        {stage === 'begun' && plan && (
          <OutcomeLine tone="good" title={titles.begun}>
            {planTexts.doneBegun(formatRenewal(plan, nowMs))}
          </OutcomeLine>
        )}
        {(isWaiting || stage === 'unconfirmed') && <Awaited stage={stage} />}
        {stage === 'cancelled' && <Words title={titles.cancelled}>{planTexts.cancelledText}</Words>}
        <CloseButton size={28} label={planTexts.dismiss} onClick={onDismiss} />
      </div>
    </Card>
  );
}

const titles = {
  waiting: planTexts.waitingTitle,
  slow: planTexts.waitingTitle,
  unconfirmed: planTexts.unheardTitle,
  begun: planTexts.doneTitle,
  cancelled: planTexts.cancelledTitle,
} as const;

/** Returns the stage of the wait. Once premium has been seen the wait is over, whatever happens to the plan later. */
function useStage(checkout: CheckoutEnd) {
  const nowMs = useNow('halfMinute');
  const [sinceMs] = useState(() => Date.now());
  const [hasBegun, setBegun] = useState(false);
  const waitedMs = useBrowserNow('halfMinute') - sinceMs;
  const isAsking = checkout === 'done' && !hasBegun && waitedMs < LONGEST_MS;
  const { data, isSuccess, isFetchedAfterMount } = useQuery({
    ...subscriptionQuery,
    refetchOnMount: 'always',
    refetchInterval: isAsking && ASK_EVERY_MS,
  });
  // A plan cached from an earlier visit may have ended since.
  const isKnown = isSuccess && isFetchedAfterMount;
  if (isKnown && data.subscribed && !hasBegun) setBegun(true);
  const stage = hasBegun ? stageOnceBegun(data?.subscribed) : stageBefore(checkout, isKnown, waitedMs);
  return { stage, plan: data, nowMs };
}

/**
 * Makes the server ask the payment service, on arrival and again when the wait is slow. Polling reads only the stored
 * plan, so a payment whose webhook is lost would otherwise give premium a day later.
 */
function useCheckWhileWaiting(stage: Stage): void {
  const { mutate: check } = useCheckSubscription();
  useEffect(() => {
    if (stage === 'waiting' || stage === 'slow') check();
  }, [stage, check]);
}

const stageOnceBegun = (isPremium: boolean | undefined): Stage => (isPremium ? 'begun' : 'ended');

function stageBefore(checkout: CheckoutEnd, isKnown: boolean, waitedMs: number): Stage {
  if (checkout === 'cancelled') return isKnown ? 'cancelled' : 'unknown';
  if (waitedMs >= LONGEST_MS) return 'unconfirmed';
  return waitedMs > USUAL_MS ? 'slow' : 'waiting';
}

const awaited = {
  waiting: planTexts.waitingText,
  slow: planTexts.waitingSlow,
  unconfirmed: planTexts.unheardText,
} as const;

/** A single live region for the whole wait, so that screen readers announce each change. */
function Awaited({ stage }: { stage: keyof typeof awaited }) {
  return (
    <div role="status" className={classes.waiting}>
      {stage !== 'unconfirmed' && <Loader size={18} aria-hidden="true" />}
      <Words title={titles[stage]}>{awaited[stage]}</Words>
    </div>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.words}>
      <p>{title}</p>
      <p>{children}</p>
    </div>
  );
}
