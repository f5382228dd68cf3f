import { FREE_PINGS_PER_DAY } from './subscription.rules.ts';

interface MailWords {
  readonly subject: string;
  readonly text: string;
}

const free = `You are now on the free plan with ${FREE_PINGS_PER_DAY} pings a day. Live tracking is off, and a panic tells none of your contacts: it shows in the portal to you, your installer and support. Your devices stay as they are.`;

/** `keptUntil`: the day until which support has given the person premium. Null without such a gift. */
const rest = (keptUntil: string | null): string =>
  keptUntil === null ? free : `Your account keeps premium until ${keptUntil}.`;

/** Mails to a user about the plan. `url` is the portal's page of the plan. */
export const subscriptionMails = {
  paymentFailed: (url: string, nextTry: string | null): MailWords => ({
    subject: 'Your payment for Trace Premium failed',
    text: `Your payment for Trace Premium did not go through. Premium stays active while we retry the payment${nextTry === null ? '' : `, next on ${nextTry}`}.

To keep premium, update your card under Manage Subscription:
${url}
`,
  }),
  ended: (url: string, keptUntil: string | null): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Your premium plan has ended. You will not be charged again. ${rest(keptUntil)}

You can subscribe again at any time:
${url}
`,
  }),
  endedUnpaid: (url: string, keptUntil: string | null): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Your premium plan has ended because the payment did not go through. ${rest(keptUntil)}

To restore premium, update your card or subscribe again:
${url}
`,
  }),
  /** The portal may sell no plan, so the text offers none. */
  giftEnded: (url: string): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `The premium plan that support gave you has ended. ${free}

To see your plan:
${url}
`,
  }),
  paused: (url: string, keptUntil: string | null): MailWords => ({
    subject: 'Your premium plan is paused',
    text: `Your premium plan is paused. You will not be charged while it is paused. ${rest(keptUntil)}

To resume premium:
${url}
`,
  }),
} as const;
