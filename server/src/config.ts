import { resolve } from 'node:path';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { z } from 'zod';
import { StartProblem } from '#platform/refusal/start-problem';
import {
  brokerOf,
  bucketOf,
  trustedProxiesOf,
  type BrokerAddress,
  type Bucket,
  type TrustedProxies,
} from './config-addresses.ts';
import { examples, settings, type Settings } from './config-settings.ts';

/**
 * The only module that reads environment variables. Every setting has a default that works on one machine
 * (docs/operations.md).
 */

export interface Config {
  host: string;
  port: number;
  /** null: made of the host and the port that is really listened on. */
  publicUrl: string | null;
  /** The server speaks HTTPS itself, with these files. null: plain HTTP, for this machine or a proxy. */
  tls: {
    certificateFile: string;
    keyFile: string;
    /** Where plain HTTP is redirected to `publicUrl`. */
    redirectPort: number | null;
  } | null;
  dataDirectory: string;
  databaseUrl: string | null;
  /** The owner of the tables, for migrations. Null: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  secretKey: string | null;
  /** How long a stopping process still serves while /readyz answers 503, so that load balancers send no one there. */
  stopDelaySec: number;
  gateway: {
    mqttsPort: number;
    mqttPort: number | null;
    publicHost: string;
    /** null: devices reach `mqttsPort` directly. */
    publicPort: number | null;
    messagesPerSec: number | null;
    bytesPerMin: number | null;
    /**
     * Maximum of connections from one address whose device has not been accepted yet. null: derived from the limit of
     * open files.
     */
    pendingPerNetwork: number | null;
  };
  /** The broker of the operator through which devices come, with PEM files. null: devices connect directly alone. */
  broker: (BrokerAddress & { certificate: { file: string; keyFile: string } | null; caFile: string | null }) | null;
  /**
   * Where hubs report directly, by TCP and UDP, and the address that people type into hubs. null: hubs are not received.
   * A public host of null is the host of `publicUrl`, a public port of null is the own port.
   */
  hubReceiver: { host: string; port: number; publicHost: string | null; publicPort: number | null } | null;
  /** The bucket for files. null: the data folder. */
  filesBucket: Bucket | null;
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
  map: {
    provider: 'open' | 'google' | 'none';
    styleUrl: string | null;
    tilesFile: string | null;
    googleKey: string | null;
  };
  /** Staff need a second factor to sign in. */
  staffSecondFactor: boolean;
  panic: {
    /** Repeated presses within this time are recorded and notify nobody again. */
    cooldownMs: number;
    /** A position older than this is shown as stale. */
    staleMs: number;
    /** Until the next contact is notified. */
    nextContactMs: number;
    /** Until the company and support are notified. */
    supportMs: number;
  };
  firmware: {
    /** How long a device must run a new version as usual before it counts as updated. */
    confirmMs: number;
    /** Until when a device must report after it restarted into a new version. */
    returnMs: number;
  };
  /** The training provider's page (CERT-07). */
  trainingUrl: string | null;
  metricsToken: string | null;
  trustProxy: TrustedProxies;
  /** `directory` null: no backups by schedule. */
  backups: { directory: string | null; everyMs: number; keep: number };
  logLevel: string;
}

export class ConfigError extends StartProblem {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `Invalid configuration (${problems.length === 1 ? '1 problem' : `${problems.length} problems`}):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads the settings; throws a ConfigError that names every problem at once, with the reason and an example. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const parsed = settings.safeParse(given);
  const groups = [...missingOf(given), ...withoutHttps(given), ...backupProblems(given)];
  const problems = [...(parsed.error?.issues.map(describe) ?? []), ...groups];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const s = parsed.data;
  const dataDirectory = resolve(s.TRACE_DATA_DIR);
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    tls: tlsOf(s),
    dataDirectory,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseOwnerUrl: s.DATABASE_OWNER_URL ?? null,
    secretKey: s.TRACE_SECRET_KEY ?? null,
    stopDelaySec: s.STOP_DELAY_SEC,
    gateway: gatewayOf(s),
    broker: brokerSettingsOf(s),
    hubReceiver: s.DC09_PORT === undefined ? null : hubReceiverOf(s, s.DC09_PORT),
    filesBucket: s.FILES_URL === undefined ? null : bucketOf(s.FILES_URL),
    alarmHub: alarmHubOf(s),
    hubQueue: hubQueueOf(s),
    hubQueuePollSec: s.HUB_QUEUE_POLL_SEC,
    payments: paymentsOf(s),
    push: { keys: vapidKeysOf(s), standIn: null },
    mail: { smtpUrl: s.SMTP_URL ?? null, from: s.MAIL_FROM, supportEmail: s.SUPPORT_EMAIL ?? null },
    sms: smsOf(s),
    map: {
      provider: s.MAP_PROVIDER,
      styleUrl: s.MAP_STYLE_URL ?? null,
      tilesFile: s.MAP_TILES_FILE ? resolve(dataDirectory, s.MAP_TILES_FILE) : null,
      googleKey: s.GOOGLE_MAPS_API_KEY ?? null,
    },
    staffSecondFactor: s.STAFF_SECOND_FACTOR === 'on',
    panic: {
      cooldownMs: s.PANIC_COOLDOWN_SEC * SECOND_MS,
      staleMs: s.PANIC_STALE_SEC * SECOND_MS,
      nextContactMs: s.PANIC_NEXT_CONTACT_SEC * SECOND_MS,
      supportMs: s.PANIC_SUPPORT_SEC * SECOND_MS,
    },
    firmware: { confirmMs: s.FIRMWARE_CONFIRM_SEC * SECOND_MS, returnMs: s.FIRMWARE_RETURN_SEC * SECOND_MS },
    trainingUrl: s.TRAINING_URL ?? null,
    metricsToken: s.METRICS_TOKEN ?? null,
    trustProxy: trustedProxiesOf(s.TRUST_PROXY)!,
    backups: backupsOf(s),
    logLevel: s.LOG_LEVEL,
  };
}

const gatewayOf = (s: Settings): Config['gateway'] => ({
  mqttsPort: s.MQTTS_PORT,
  mqttPort: s.MQTT_PORT ?? null,
  publicHost: s.MQTT_PUBLIC_HOST,
  publicPort: s.MQTT_PUBLIC_PORT ?? null,
  messagesPerSec: s.DEVICE_MESSAGES_PER_SEC ?? null,
  bytesPerMin: s.DEVICE_BYTES_PER_MIN ?? null,
  pendingPerNetwork: s.DEVICE_PENDING_PER_ADDRESS ?? null,
});

const hubReceiverOf = (s: Settings, port: number): Config['hubReceiver'] => ({
  host: s.DC09_HOST ?? s.HOST,
  port,
  publicHost: s.DC09_PUBLIC_HOST ?? null,
  publicPort: s.DC09_PUBLIC_PORT ?? null,
});

function brokerSettingsOf({ MQTT_URL, MQTT_CERT, MQTT_KEY, MQTT_CA }: Settings): Config['broker'] {
  const address = MQTT_URL === undefined ? null : brokerOf(MQTT_URL);
  if (address === null) return null;
  const certificate =
    MQTT_CERT === undefined || MQTT_KEY === undefined ? null : { file: resolve(MQTT_CERT), keyFile: resolve(MQTT_KEY) };
  return { ...address, certificate, caFile: MQTT_CA === undefined ? null : resolve(MQTT_CA) };
}

/** Settings that must be set together. A partial group is a mistake: the feature would be off or would never work. */
const together = [
  ['TLS_CERT', 'TLS_KEY'],
  ['ALARM_HUB_URL', 'ALARM_HUB_KEY'],
  ['MQTT_CERT', 'MQTT_KEY'],
  ['SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN', 'SMS_FROM'],
  ['AJAX_SQS_QUEUE', 'AJAX_SQS_ACCESS_KEY_ID', 'AJAX_SQS_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const;

function missingOf(given: Record<string, string | undefined>): string[] {
  return together.flatMap((names) => {
    const set = names.find((name) => given[name] !== undefined);
    const missing = set === undefined ? [] : names.filter((name) => given[name] === undefined);
    return missing.map((name) => `${name}: required because ${set} is set`);
  });
}

/** Cookies, links and the check of the certificate's names depend on the address that people use. */
function withoutHttps({ TLS_CERT, PUBLIC_URL, HTTP_REDIRECT_PORT }: Record<string, string | undefined>): string[] {
  if (TLS_CERT === undefined)
    return HTTP_REDIRECT_PORT === undefined ? [] : ['HTTP_REDIRECT_PORT: works only with TLS_CERT and TLS_KEY'];
  const isHttps = PUBLIC_URL?.startsWith('https:') ?? false;
  return isHttps
    ? []
    : [`PUBLIC_URL: must be an https address because TLS_CERT is set (for example PUBLIC_URL=${examples.PUBLIC_URL})`];
}

function tlsOf({ TLS_CERT, TLS_KEY, HTTP_REDIRECT_PORT }: Settings): Config['tls'] {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return null;
  return { certificateFile: resolve(TLS_CERT), keyFile: resolve(TLS_KEY), redirectPort: HTTP_REDIRECT_PORT ?? null };
}

const backupsOf = (s: Settings): Config['backups'] => ({
  directory: s.BACKUP_DIRECTORY === undefined ? null : resolve(s.BACKUP_DIRECTORY),
  everyMs: s.BACKUP_EVERY_HOURS * HOUR_MS,
  keep: s.BACKUP_KEEP,
});

/** A server of the operator has backups of its own, which a second kind would only seem to replace. */
const backupProblems = ({ BACKUP_DIRECTORY, DATABASE_URL }: Record<string, string | undefined>): string[] =>
  BACKUP_DIRECTORY === undefined || DATABASE_URL === undefined
    ? []
    : ['BACKUP_DIRECTORY: backs up the embedded database only. Back up the server of DATABASE_URL with its own tools'];

function alarmHubOf({ ALARM_HUB_URL: url, ALARM_HUB_KEY: key }: Settings): Config['alarmHub'] {
  return url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };
}

function smsOf({ SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token, SMS_FROM: from }: Settings): Config['sms'] {
  return url === undefined || token === undefined || from === undefined ? null : { url, token, from };
}

function hubQueueOf(s: Settings): Config['hubQueue'] {
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
}: Settings): Config['payments'] {
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return null;
  return { secretKey, webhookSecret, priceId, pageHosts: STRIPE_PAGES };
}

function vapidKeysOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Settings) {
  return publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey };
}

function describe(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]) as keyof typeof examples;
  const example = examples[name];
  return `${name}: ${issue.message}${example ? ` (for example ${name}=${example})` : ''}`;
}
