import { systemClock } from '#platform/clock/clock';
import { answerOf, createSmtp } from '#platform/mail/smtp';
import { createHubQueueClient } from '../integrations/hub-queue/hub-queue.client.ts';
import { createPaymentsClient } from '../integrations/payments/payments.client.ts';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';
import { reach } from './reach.ts';

/** Connects and signs in. Sends no mail. */
export async function checkMail({ config: { mail } }: Context): Promise<Found[]> {
  if (mail.smtpUrl === null)
    return [
      warn('No mail server is configured, so no one can confirm a sign-up by email.', 'Set SMTP_URL and MAIL_FROM.'),
    ];
  const { hostname } = new URL(mail.smtpUrl);
  const sender = /@localhost\b/.test(mail.from)
    ? [warn('MAIL_FROM has no domain of yours, so mail servers refuse it.', 'Set MAIL_FROM.')]
    : [];
  try {
    await createSmtp(mail.smtpUrl, mail.from).check();
    return [ok(`The mail server ${hostname} accepts this server.`), ...sender];
  } catch (error) {
    return [
      fail(`The mail server ${hostname} does not accept this server (${answerOf(error)}).`, 'Check SMTP_URL.'),
      ...sender,
    ];
  }
}

export async function checkPush({ config: { push, publicUrl } }: Context): Promise<Found> {
  if (!(publicUrl?.startsWith('https:') ?? false))
    return warn('Browsers offer push messages by HTTPS only.', 'Set an https PUBLIC_URL.');
  return ok(push.keys === null ? 'The server makes and keeps its push keys itself.' : 'The push keys fit.');
}

export async function checkSms({ config: { sms } }: Context): Promise<Found> {
  if (sms === null) return ok('No SMS gateway is configured. Panic contacts get no SMS.');
  return reach('The SMS gateway', sms.url, 'SMS_GATEWAY_URL');
}

export async function checkHubService({ config: { alarmHub } }: Context): Promise<Found> {
  if (alarmHub === null) return ok('No hub service is configured. Linking hubs is off.');
  return reach('The hub service', alarmHub.url, 'ALARM_HUB_URL');
}

export async function checkHubQueue({ config: { hubQueue } }: Context): Promise<Found> {
  if (hubQueue === null) return ok('No hub queue is configured.');
  const queue = createHubQueueClient(hubQueue);
  try {
    const waiting = await queue.countWaiting();
    if (waiting !== null) return ok(`The hub queue answers, about ${waiting} events wait.`);
    return warn(
      'The hub queue does not tell how many events wait.',
      'Check the AJAX_SQS settings with the hub service.',
    );
  } finally {
    queue.close();
  }
}

/** Reads the price. Nothing is sold. */
export async function checkPayments({ config: { payments } }: Context): Promise<Found> {
  if (payments === null) return ok('Stripe is not configured. Premium is not sold.');
  try {
    await createPaymentsClient({ ...payments, clock: systemClock() }).findPrice();
  } catch (error) {
    return fail(`Stripe does not give the price (${codeOf(error)}).`, 'Check STRIPE_SECRET_KEY and STRIPE_PRICE_ID.');
  }
  return /^(sk|rk)_test_/.test(payments.secretKey)
    ? warn('Stripe knows the price, with a test key: no one pays.', 'Set a live key before you sell.')
    : ok('Stripe knows the price.');
}
