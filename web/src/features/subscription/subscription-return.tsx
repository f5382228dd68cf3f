import { useNow } from '#lib/now.ts';
import { CloseButton } from '#ui/close-button.tsx';
import { OutcomeLine } from '#ui/outcome-line.tsx';
import { Card, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { useState, type ReactNode } from 'react';
import classes from './subscription-return.module.css';
import { renewalOf } from './subscription-words.ts';
import { subscriptionQuery } from './subscription.queries.ts';

/** The confirmation is pushed; where push is cut, or it came before this page did, asking finds it. */
const ASK_EVERY_MS = 3 * SECOND_MS;
const USUAL_MS = 30 * SECOND_MS;

interface SubscriptionReturnProps {
  /** How the checkout says that it ended; what the server knows is what counts. */
  checkout: 'done' | 'cancelled';
  onDismiss: () => void;
}

/** Where the checkout leads back to: the payment is awaited, or nothing was paid. */
export default function SubscriptionReturn({ checkout, onDismiss }: SubscriptionReturnProps) {
  const { data } = useQuery({
    ...subscriptionQuery,
    refetchInterval: ({ state }) => (checkout === 'done' && !state.data?.subscribed ? ASK_EVERY_MS : false),
  });
  const nowMs = useNow('halfMinute');
  const isWaiting = checkout === 'done' && !data?.subscribed;
  return (
    <Card
      component="section"
      padding="md"
      aria-label={checkout === 'done' ? planTexts.doneTitle : planTexts.cancelledTitle}
    >
      <div className={classes.notice}>
        {data?.subscribed && (
          <OutcomeLine tone="good" title={planTexts.doneTitle}>
            {planTexts.doneBegun(renewalOf(data, nowMs))}
          </OutcomeLine>
        )}
        {isWaiting && <Waiting />}
        {checkout === 'cancelled' && data?.subscribed === false && (
          <Words title={planTexts.cancelledTitle}>{planTexts.cancelledText}</Words>
        )}
        <CloseButton size={28} label={planTexts.dismiss} onClick={onDismiss} />
      </div>
    </Card>
  );
}

function Waiting() {
  const nowMs = useNow('second');
  const [sinceMs] = useState(() => Date.now());
  const isSlow = nowMs - sinceMs > USUAL_MS;
  return (
    <div role="status" className={classes.waiting}>
      <Loader size={18} aria-hidden="true" />
      <Words title={planTexts.doneTitle}>{isSlow ? planTexts.doneSlow : planTexts.doneWaiting}</Words>
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
