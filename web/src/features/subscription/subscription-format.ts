import { formatDay } from '#lib/format.ts';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Price, Subscription } from '@trace/contract/subscription/subscription.schema';

/** '$20 AUD', '$19.50 AUD'; `amount` is in the currency's smallest unit. */
export function formatMoney({ amount, currency }: Pick<Price, 'amount' | 'currency'>): string {
  const look = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const digits = new Intl.NumberFormat('en-AU', look).resolvedOptions().maximumFractionDigits ?? 2;
  const units = amount / 10 ** digits;
  const shown = new Intl.NumberFormat('en-AU', {
    ...look,
    minimumFractionDigits: Number.isInteger(units) ? 0 : digits,
  });
  return `${shown.format(units)} ${currency.toUpperCase()}`;
}

type Renewal = Pick<Subscription, 'endsAt' | 'renews' | 'paymentTrouble'>;

/** When the plan goes on or ends: 'Renews on 22 Dec'. During the grace period `endsAt` lies a period ahead, unpaid. */
export function formatRenewal({ endsAt, renews, paymentTrouble }: Renewal, nowMs: number): string {
  if (endsAt === null) return planTexts.noEnd;
  if (renews && paymentTrouble !== null) {
    const { nextTryAt } = paymentTrouble;
    return nextTryAt === null ? planTexts.unpaid : planTexts.unpaidUntil(formatDay(nextTryAt, nowMs));
  }
  const day = formatDay(endsAt, nowMs);
  return renews ? planTexts.renewsOn(day) : planTexts.endsOn(day);
}
