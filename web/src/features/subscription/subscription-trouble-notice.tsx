import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { useCustomerPortal } from './subscription-payments.ts';

interface TroubleProps {
  plan: Subscription;
  trouble: NonNullable<Subscription['paymentTrouble']>;
}

/** Explains the consequence of a failed payment, with a button to the page where the card is changed. */
export default function SubscriptionTroubleNotice({ plan, trouble: { nextTryAt } }: TroubleProps) {
  const nowMs = useNow('halfMinute');
  const portal = useCustomerPortal();
  const grace = nextTryAt === null ? planTexts.troubleNoTry : planTexts.troubleNextTry(formatDay(nextTryAt, nowMs));
  return (
    <AmberNotice
      label={planTexts.troubleTitle}
      icon={IconCreditCardOff}
      title={planTexts.troubleTitle}
      actions={
        <NeedsNetwork>
          {(button) => (
            <Button loading={portal.isOpening} onClick={portal.open} {...button}>
              {planTexts.manage}
            </Button>
          )}
        </NeedsNetwork>
      }
    >
      {plan.subscribed ? grace : planTexts.troubleEnded}
    </AmberNotice>
  );
}
