import { useNow } from '#lib/now.ts';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import classes from './subscription-terms.module.css';
import { formatMoney, formatRenewal } from './subscription-format.ts';

/**
 * SUB-06: describes the plan in plain words, for subscribers and for users considering a subscription. The offer states
 * the price itself.
 */
export function SubscriptionTerms({ plan }: { plan: Subscription }) {
  const nowMs = useNow('halfMinute');
  const { terms } = planTexts;
  const { price, subscribed } = plan;
  return (
    <dl className={classes.terms}>
      <Term term={terms.forWhom}>{terms.forWhomText}</Term>
      {subscribed && (
        <Term term={terms.price}>
          {plan.manageable ? planTexts.price(formatMoney(price), price.interval) : planTexts.given}
        </Term>
      )}
      <Term term={subscribed && !plan.renews ? terms.end : terms.renewal}>
        {subscribed ? formatRenewal(plan, nowMs) : terms.renewalText(price.interval)}
      </Term>
      {!subscribed && <Term term={terms.receipts}>{terms.receiptsText}</Term>}
      <Term term={terms.panic}>{subscribed ? terms.panicText : `${terms.panicText} ${terms.panicFreeText}`}</Term>
      <Term term={terms.emergency}>{terms.emergencyText}</Term>
    </dl>
  );
}

function Term({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
