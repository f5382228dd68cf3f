interface MailWords {
  readonly subject: string;
  readonly text: string;
}

const free = 'The free plan goes on: 30 pings a day, and your devices stay as they are.';

/** What somebody is told of their plan by mail. `url` is the portal's page of the plan. */
export const subscriptionMails = {
  paymentFailed: (name: string, url: string, nextTry: string | null): MailWords => ({
    subject: 'Your payment for Trace Premium failed',
    text: `Hello ${name},

your payment for Trace Premium did not go through. Premium stays on while it is tried again${nextTry === null ? '' : `, the next time on ${nextTry}`}.

To keep it, check your card under Manage Subscription: ${url}
`,
  }),
  ended: (name: string, url: string): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Hello ${name},

your premium plan has ended. Nothing more will be charged. ${free}

You can subscribe again at any time: ${url}
`,
  }),
  endedUnpaid: (name: string, url: string): MailWords => ({
    subject: 'Your premium plan has ended',
    text: `Hello ${name},

your premium plan has ended, because its payment did not go through. ${free}

To have it back, see to your card or subscribe again: ${url}
`,
  }),
  paused: (name: string, url: string): MailWords => ({
    subject: 'Your premium plan is paused',
    text: `Hello ${name},

your premium plan is paused, and nothing is charged meanwhile. ${free}

To go on with it: ${url}
`,
  }),
} as const;
