import { MINUTE_MS } from '@trace/contract/kernel/time';
import { USUAL_PRICE } from '@trace/contract/subscription/subscription.rules';
import type { Price } from '@trace/contract/subscription/subscription.schema';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { Payments } from '#server/integrations/payments/payments';

const ASK_EVERY_MS = 10 * MINUTE_MS;

export type PriceTag = ReturnType<typeof createPriceTag>;

/** Shows the price that is charged: the payment service's own price, read now and then. */
export function createPriceTag({ payments, clock, log }: { payments: Payments | null; clock: Clock; log: Log }) {
  let price: Price = USUAL_PRICE;
  const ask = async (from: Payments): Promise<void> => {
    try {
      price = await from.findPrice();
    } catch (error) {
      log.error(
        { err: error },
        'Fetching the premium price from Stripe failed, showing the default price: check that STRIPE_PRICE_ID is a price for one month, or for one day, week or year',
      );
    }
  };
  return {
    /** Returns the last known price of the payment service, without waiting. */
    current: (): Price => price,
    start: (): Stop => {
      if (payments === null) return () => {};
      void ask(payments);
      return clock.every(ASK_EVERY_MS, () => ask(payments));
    },
  };
}
