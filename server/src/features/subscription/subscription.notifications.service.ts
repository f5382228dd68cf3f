import type { PeoplePort } from '#features/people/people.port';
import { subscriptionMails } from '@trace/contract/subscription/subscription.mail.texts';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { PaidPlan } from '#server/integrations/payments/payments';
import { areaPathOf, isPremiumStatus, isTroubled } from './billing/subscription.billing.rules.ts';
import type { BillingCustomer } from './billing/subscription.billing.store.ts';
import { listEnds } from './subscription.store.ts';

/** The recipient of a mail, and the time zone for the recipient's dates. */
export interface Customer {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly timeZone: string;
}

export interface NotificationDependencies {
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  /** Omits deleted accounts. */
  readonly people: Pick<PeoplePort, 'accountsOf'>;
  portalUrl(): string;
}

/** Mails a user about a change of the plan: once for each failed invoice, once for each end. */
export async function mailPlanChange(
  tx: Executor,
  { clock, mail, people, portalUrl }: NotificationDependencies,
  { before, plan }: { before: BillingCustomer; plan: PaidPlan | null },
): Promise<void> {
  if (before.accountId === null || plan === null) return;
  const notice = noticeOf(before, plan);
  if (notice === null) return;
  const person = (await people.accountsOf([before.accountId])).get(before.accountId);
  if (person === undefined) return;
  const day = (at: Date): string =>
    new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: person.timeZone }).format(at);
  // Support may have given the person premium beside the paid plan.
  const premiumEndsAt = (await listEnds(tx, [before.accountId])).get(before.accountId);
  const isKept = premiumEndsAt !== undefined && premiumEndsAt > clock.now();
  const { key, words } = notice({
    url: `${portalUrl()}${areaPathOf(person)}`,
    day,
    keptUntil: isKept ? day(premiumEndsAt) : null,
  });
  await mail.send(tx, { to: person.email, ...words, reason: 'plan', key });
}

/** Mails a user that premium which support gave ended at `until`. */
export async function mailGrantEnd(
  tx: Executor,
  { mail, people, portalUrl }: Omit<NotificationDependencies, 'clock'>,
  { accountId, until }: { readonly accountId: string; readonly until: string },
): Promise<void> {
  const person = (await people.accountsOf([accountId])).get(accountId);
  if (person === undefined) return;
  const words = subscriptionMails.giftEnded(`${portalUrl()}${areaPathOf(person)}`);
  await mail.send(tx, { to: person.email, ...words, reason: 'plan', key: `grant-ended:${accountId}:${until}` });
}

type Notice = (of: { url: string; day: (at: Date) => string; keptUntil: string | null }) => {
  key: string;
  words: { subject: string; text: string };
};

function noticeOf(before: BillingCustomer, plan: PaidPlan): Notice | null {
  const wasPremium = before.planStatus !== null && isPremiumStatus(before.planStatus);
  if (wasPremium && !isPremiumStatus(plan.status)) return endedNotice(before, plan);
  const { invoice } = plan;
  if (plan.status !== 'past_due' || invoice === null) return null;
  return ({ url, day }) => ({
    key: `payment-failed:${invoice.id}`,
    words: subscriptionMails.paymentFailed(url, invoice.nextTryAt === null ? null : day(invoice.nextTryAt)),
  });
}

function endedNotice(before: BillingCustomer, plan: PaidPlan): Notice {
  const words = subscriptionMails[endOf(before, plan)];
  return ({ url, keptUntil }) => ({
    key: `plan-ended:${plan.id}:${(before.periodEndsAt ?? plan.periodEndsAt).toISOString()}`,
    words: words(url, keptUntil),
  });
}

function endOf(before: BillingCustomer, plan: PaidPlan): 'endedUnpaid' | 'paused' | 'ended' {
  if (isTroubled(plan.status) || isTroubled(before.planStatus) || plan.isEndedByPayment) return 'endedUnpaid';
  return plan.status === 'paused' ? 'paused' : 'ended';
}
