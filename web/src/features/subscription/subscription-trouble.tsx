import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/amber-notice.tsx';
import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { useCustomerPortal } from './subscription-payments.ts';
import { subscriptionQuery } from './subscription.queries.ts';

/** SUB-05: a payment failed; says what that means now, and leads to where a card is changed. */
export function SubscriptionTrouble() {
  const { data } = useQuery(subscriptionQuery);
  return data?.paymentTrouble ? <Trouble plan={data} trouble={data.paymentTrouble} /> : null;
}

interface TroubleProps {
  plan: Subscription;
  trouble: NonNullable<Subscription['paymentTrouble']>;
}

function Trouble({ plan, trouble: { nextTryAt } }: TroubleProps) {
  const nowMs = useNow('halfMinute');
  const portal = useCustomerPortal();
  const grace = nextTryAt === null ? planTexts.troubleNoTry : planTexts.troubleNextTry(formatDay(nextTryAt, nowMs));
  return (
    <AmberNotice
      label={planTexts.troubleTitle}
      icon={IconCreditCardOff}
      title={planTexts.troubleTitle}
      actions={
        <Button loading={portal.isPending} onClick={() => portal.mutate()}>
          {planTexts.manage}
        </Button>
      }
    >
      {plan.subscribed ? grace : planTexts.troubleEnded}
    </AmberNotice>
  );
}
