import { useNow } from '#lib/now.ts';
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
import { subscriptionQuery } from './subscription.queries.ts';

/** The confirmation is pushed; where push is cut, or it came before this page did, asking finds it. */
const ASK_EVERY_MS = 3 * SECOND_MS;
const USUAL_MS = 30 * SECOND_MS;
/** Nobody has paid, or the payment service is in trouble: what comes later is pushed. */
const LONGEST_MS = 5 * MINUTE_MS;

type Stage = 'unknown' | 'waiting' | 'slow' | 'unconfirmed' | 'begun' | 'ended' | 'cancelled';

interface SubscriptionReturnProps {
  /** How the checkout says that it ended; what the server knows is what counts. */
  checkout: CheckoutEnd;
  /** Whether the address says it, too. */
  isInAddress: boolean;
  /** Nothing is waited for any more: the address is to forget it. */
  onAnswered: () => void;
  onDismiss: () => void;
}

/** Where the checkout leads back to: the payment is awaited, or nothing was paid. */
export default function SubscriptionReturn({ checkout, isInAddress, onAnswered, onDismiss }: SubscriptionReturnProps) {
  const { stage, plan, nowMs } = useStage(checkout);
  const isWaiting = stage === 'waiting' || stage === 'slow';
  useEffect(() => broadcastCheckoutEnd(checkout), [checkout]);
  useEffect(() => {
    if (isInAddress && !isWaiting) onAnswered();
  }, [isInAddress, isWaiting, onAnswered]);
  // Premium that has ended since is told by the plan itself.
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

/** How far it has come. Once premium was seen it is waited for no more, whatever becomes of it. */
function useStage(checkout: CheckoutEnd) {
  const nowMs = useNow('halfMinute');
  const [sinceMs] = useState(() => Date.now());
  const [hasBegun, setBegun] = useState(false);
  const waitedMs = nowMs - sinceMs;
  const isAsking = checkout === 'done' && !hasBegun && waitedMs < LONGEST_MS;
  const { data, isSuccess, isFetchedAfterMount } = useQuery({
    ...subscriptionQuery,
    refetchOnMount: 'always',
    refetchInterval: isAsking && ASK_EVERY_MS,
  });
  // What was kept from an earlier visit may be a plan that ended since.
  const isKnown = isSuccess && isFetchedAfterMount;
  if (isKnown && data.subscribed && !hasBegun) setBegun(true);
  const stage = hasBegun ? stageOnceBegun(data?.subscribed) : stageBefore(checkout, isKnown, waitedMs);
  return { stage, plan: data, nowMs };
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

/** One place for all of the wait, so that its changes are told to those who listen. */
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
