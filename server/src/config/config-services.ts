// The settings of services that the server calls: hub service, push, payments, email and text messages.
import type { Settings } from './config-settings.ts';

export interface ServiceConfig {
  /** The service of alarm hubs; null: hubs cannot be linked. */
  alarmHub: { url: string; key: string } | null;
  /** The queue in which the hub service leaves the events of hubs; null: events of hubs do not arrive. */
  hubQueue: {
    queue: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    /** Another server than Amazon's own. */
    endpoint: string | null;
  } | null;
  /** How long one call waits for events. */
  hubQueuePollSec: number;
  /**
   * The VAPID key pair that identifies this server to push services. null: generated once and stored sealed. `standIn`,
   * for tests only: a local push service that is not on the public internet.
   */
  push: {
    keys: { publicKey: string; privateKey: string } | null;
    standIn: { origin: string; ca: string } | null;
  };
  /** The payment service. null: subscriptions are not available. */
  payments: {
    secretKey: string;
    webhookSecret: string;
    priceId: string;
    /** Another server than Stripe's own: the demo's stand-in. */
    server?: { host: string; port: number; protocol: 'http' | 'https' };
    /** Where people are sent to pay, and nowhere else. */
    pageHosts: readonly string[];
  } | null;
  /** `supportEmail`: address that receives new tickets. null: no email is sent, and tickets wait in the portal. */
  mail: { smtpUrl: string | null; from: string; supportEmail: string | null };
  /** The gateway for text messages. null: no text messages. */
  sms: { url: string; token: string; from: string } | null;
}

export const serviceConfigOf = (s: Settings): ServiceConfig => ({
  alarmHub: alarmHubOf(s),
  hubQueue: hubQueueOf(s),
  hubQueuePollSec: s.HUB_QUEUE_POLL_SEC,
  payments: paymentsOf(s),
  push: { keys: vapidKeysOf(s), standIn: null },
  mail: { smtpUrl: s.SMTP_URL ?? null, from: s.MAIL_FROM, supportEmail: s.SUPPORT_EMAIL ?? null },
  sms: smsOf(s),
});

function alarmHubOf({ ALARM_HUB_URL: url, ALARM_HUB_KEY: key }: Settings): ServiceConfig['alarmHub'] {
  return url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };
}

function smsOf({ SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token, SMS_FROM: from }: Settings): ServiceConfig['sms'] {
  return url === undefined || token === undefined || from === undefined ? null : { url, token, from };
}

function hubQueueOf(s: Settings): ServiceConfig['hubQueue'] {
  const { AJAX_SQS_QUEUE: queue, AJAX_SQS_ACCESS_KEY_ID: accessKeyId, AJAX_SQS_SECRET: secretAccessKey } = s;
  if (queue === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  const endpoint = s.AJAX_SQS_ENDPOINT?.replace(/\/+$/, '') ?? null;
  return { queue, region: s.AJAX_SQS_REGION, accessKeyId, secretAccessKey, endpoint };
}

/** The pages of Stripe that people are sent to: checkout, portal, receipts. */
const STRIPE_PAGES = ['checkout.stripe.com', 'billing.stripe.com', 'invoice.stripe.com', 'pay.stripe.com'];

function paymentsOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_ID: priceId,
}: Settings): ServiceConfig['payments'] {
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return null;
  return { secretKey, webhookSecret, priceId, pageHosts: STRIPE_PAGES };
}

function vapidKeysOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: Settings): ServiceConfig['push']['keys'] {
  return publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey };
}
