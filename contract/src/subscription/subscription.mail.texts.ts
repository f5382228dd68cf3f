import { FREE_PINGS_PER_DAY } from './subscription.rules.ts';

interface MailWords {
  readonly subject: string;
  readonly text: string;
}

const free = `You are now on the free plan with ${FREE_PINGS_PER_DAY} pings a day. Your devices stay as they are.`;

/** Mails to a user about the plan. `url` is the portal's page of the plan. */
export const subscriptionMails = {
  paymentFailed: (url: string, nextTry: string | null): MailWords => ({
    subject: 'Your payment for Trace Premium failed',
    text: `Your payment for Trace Premium did not go through. Premium stays active while we retry the payment${nextTry === null ? '' : `, next on ${nextTry}`}.

To keep premium, update your card under Manage Subscription:
${url}
`,
  }),
  ended: (url: string): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Your premium plan has ended. You will not be charged again. ${free}

You can subscribe again at any time:
${url}
`,
  }),
  endedUnpaid: (url: string): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Your premium plan has ended because the payment did not go through. ${free}

To restore premium, update your card or subscribe again:
${url}
`,
  }),
  paused: (url: string): MailWords => ({
    subject: 'Your premium plan is paused',
    text: `Your premium plan is paused. You will not be charged while it is paused. ${free}

To resume premium:
${url}
`,
  }),
} as const;
