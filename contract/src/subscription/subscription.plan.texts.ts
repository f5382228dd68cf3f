import { planChangeTexts } from './subscription.change.texts.ts';

/** SUB-06: the plan in plain words, and the course of its payments. */
export const planTexts = {
  ...planChangeTexts,

  /** SUB-01. */
  benefits: ['Unlimited pings', 'Live tracking', 'Panic notifications', 'Priority support', 'Extended history'],
  offer: 'Premium includes unlimited pings, live tracking, panic notifications, priority support and extended history.',
  yours: 'You have unlimited pings, live tracking, panic notifications, priority support and extended history.',

  terms: {
    forWhom: 'Who it covers',
    forWhomText: 'You, wherever you sign in, and all devices assigned to you.',
    price: 'Price',
    renewal: 'Renewal',
    end: 'End',
    renewalText: (interval: string) =>
      `Renews every ${interval} until you cancel. Cancel at any time: premium stays active until the end of the paid period.`,
    receipts: 'Receipts',
    receiptsText: 'Every payment has a receipt, listed under Subscription.',
    panic: 'Panic button',
    panicText:
      'Tells you and your panic contacts by push, email and SMS, then your installer and Trace support, until someone answers.',
    /** SUB-06: who is not told without premium. */
    panicFreeText:
      'Without premium, a panic is only shown in the portal. Your panic contacts are not told, and no one gets a push message, email or SMS.',
    emergency: 'Emergencies',
    emergencyText:
      'Trace does not replace emergency services. In an emergency, call 000 in Australia, 112 in Europe or your local number.',
  },
  short: { premium: 'Premium', free: 'Free' },
  price: (amount: string, interval: string) => `${amount} per ${interval}, GST included`,
  perInterval: (interval: string) => `per ${interval}`,
  gst: 'GST included',
  renewsOn: (day: string) => `Renews on ${day}`,
  endsOn: (day: string) => `Ends on ${day} and does not renew`,
  noEnd: 'No end date',
  unpaid: 'The last payment failed',
  unpaidUntil: (day: string) => `The last payment failed. The next attempt is on ${day}`,

  manage: 'Manage Subscription',
  given: 'This plan is complimentary. There is nothing to pay.',
  subscribe: 'Subscribe Now',
  close: 'Close',
  opening: 'Opening the checkout...',
  checkoutOpened: 'The checkout opened in another tab. Once you have paid, premium starts here automatically.',
  openAgain: 'Open the checkout again',
  blocked: 'Your browser did not open the checkout. Open it here:',
  openHere: 'Open the checkout',

  doneTitle: 'Thank you',
  /**
   * A user may open this address again much later. Until a payment is known, these texts must also be true for a user
   * who did not pay.
   */
  waitingTitle: 'Waiting for the payment service',
  waitingText:
    'If you have just paid, premium starts as soon as the payment service confirms it, usually within seconds.',
  waitingSlow:
    'This is taking longer than usual. If you have paid, do not pay again. Premium starts automatically once the payment is confirmed.',
  unheardTitle: 'No payment confirmed yet',
  unheardText:
    'If you have paid, do not pay again. Premium starts automatically once the payment is confirmed. If you have not paid, you stay on the free plan.',
  doneBegun: (renewal: string) => `Premium is active. ${renewal}.`,
  cancelledTitle: 'You have not subscribed',
  cancelledText: 'The checkout was closed and nothing was charged. You stay on the free plan.',
  dismiss: 'Dismiss',

  troubleTitle: 'A payment failed',
  troubleNextTry: (day: string) => `Premium is still active. We will retry the payment on ${day}. Check your card.`,
  troubleNoTry: 'Premium is still active. Update your card to keep it.',
  troubleEnded: 'Premium has ended because the payment failed. Update your card to restore it.',

  receiptsTitle: 'Receipts',
  receiptsShow: 'Receipts',
  receiptsNone: 'No payments yet.',
  receiptsFailed: 'The receipts could not be loaded.',
  receiptsMore: 'Show older receipts',
  receiptOf: (day: string) => `Receipt of ${day}`,
  receiptStatus: { paid: 'Paid', open: 'Open', failed: 'Failed', void: 'Void' },
  receiptOpen: 'Receipt',
  tryAgain: 'Try again',
} as const;

/** Texts of the device check before a user pays for live tracking. */
export const readinessTexts = {
  title: 'Your devices right now',
  none: 'You have no device yet. Before you subscribe, ask your installer to assign one to your email address.',
  ready: (name: string) => `${name} is reporting and has a recent GPS fix.`,
  reports: (name: string) => `${name} is reporting.`,
  allReady: (count: number) => `All ${count} devices are reporting and have a recent GPS fix.`,
  readyOf: (ready: number, count: number) => `${ready} of ${count} devices are reporting and have a recent GPS fix.`,
  neverHeard: (name: string) => `${name} has never reported.`,
  silent: (name: string, age: string) => `${name} last reported ${age}.`,
  broken: (name: string, error: string) => `${name} is reporting an error: ${error}.`,
  unknownError: 'no details reported',
  asleep: (name: string) => `${name} is asleep and will answer when it wakes.`,
  noFix: (name: string) =>
    `${name} has had no GPS fix in the last 24 hours, so live tracking would not show a position.`,
  fixUnknown: 'Could not check whether your devices have a GPS fix.',
  more: (count: number) => `And ${count} more.`,
  advice: 'Premium will not fix this. Check the device or ask your installer before you pay.',
} as const;
