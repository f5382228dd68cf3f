import { useNow } from '#lib/now.ts';
import { Fact } from '#ui/data/fact.tsx';
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
      <Fact name={terms.forWhom}>{terms.forWhomText}</Fact>
      {subscribed && (
        <Fact name={terms.price}>
          {plan.manageable ? planTexts.price(formatMoney(price), price.interval) : planTexts.given}
        </Fact>
      )}
      <Fact name={subscribed && !plan.renews ? terms.end : terms.renewal}>
        {subscribed ? formatRenewal(plan, nowMs) : terms.renewalText(price.interval)}
      </Fact>
      {!subscribed && <Fact name={terms.receipts}>{terms.receiptsText}</Fact>}
      <Fact name={terms.panic}>{subscribed ? terms.panicText : `${terms.panicText} ${terms.panicFreeText}`}</Fact>
      <Fact name={terms.emergency}>{terms.emergencyText}</Fact>
    </dl>
  );
}
