import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { panicRules } from '@trace/contract/panic/panic.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { z } from 'zod';
import { StartProblem } from '#platform/refusal/start-problem';

/**
 * The only module that reads environment variables. Every setting has a default that works on one machine
 * (docs/operations.md).
 */

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const seconds = (fallbackMs: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(fallbackMs / SECOND_MS);
const optionalPort = z.coerce.number().int().min(0).max(65_535).optional();
const switched = z.enum(['on', 'off']);

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address')
  .refine(hasPlainAuthority, 'must have special characters of the password encoded: %40 for @, %2F for /, %23 for #');

const settings = z.object({
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRACE_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  TRACE_SECRET_KEY: z.string().optional(),
  MQTTS_PORT: port(8883),
  MQTT_PORT: optionalPort,
  MQTT_PUBLIC_HOST: z.string().min(1).default('localhost'),
  DEVICE_MESSAGES_PER_SEC: z.coerce.number().positive().optional(),
  DEVICE_PENDING_PER_ADDRESS: z.coerce.number().int().positive().optional(),
  DEVICE_BYTES_PER_MIN: z.coerce.number().int().positive().optional(),
  FILES_URL: z
    .string()
    .refine((text) => bucketOf(text) !== null, 'must be an s3://bucket address')
    .optional(),
  ALARM_HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALARM_HUB_KEY: z.string().min(1).max(500).optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a Stripe secret key (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a Stripe webhook signing secret (whsec_…)')
    .optional(),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w+$/, 'must be a Stripe price ID (price_…)')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_GATEWAY_TOKEN: z.string().min(1).max(500).optional(),
  SMS_FROM: z
    .string()
    .regex(/^(\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/, 'must be a number, or a name of up to 11 letters and digits')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Trace <no-reply@localhost>'),
  SUPPORT_EMAIL: z.email().max(254).optional(),
  MAP_PROVIDER: z.enum(['open', 'google', 'none']).default('open'),
  MAP_STYLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_TILES_FILE: z.string().min(1).optional(),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  STAFF_SECOND_FACTOR: switched.default('off'),
  PANIC_COOLDOWN_SEC: seconds(panicRules.cooldownMs),
  PANIC_STALE_SEC: seconds(panicRules.staleMs),
  PANIC_NEXT_CONTACT_SEC: seconds(panicRules.nextContactMs),
  PANIC_SUPPORT_SEC: seconds(panicRules.supportMs),
  TRAINING_URL: z.url({ protocol: /^https?$/ }).optional(),
  METRICS_TOKEN: z.string().min(24).optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => trustedProxiesOf(text) !== null, 'must be off, the number of your proxies, or their addresses')
    .default('off'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Of every setting that can be wrong. */
const examples: Partial<Record<keyof z.infer<typeof settings>, string>> = {
  PORT: '3000',
  PUBLIC_URL: 'https://trace.example.com',
  DATABASE_URL: 'postgres://trace:password@db.internal:5432/trace',
  DATABASE_OWNER_URL: 'postgres://trace_owner:password@db.internal:5432/trace',
  MQTTS_PORT: '8883',
  MQTT_PORT: '1883',
  DEVICE_MESSAGES_PER_SEC: '5',
  DEVICE_BYTES_PER_MIN: '1048576',
  DEVICE_PENDING_PER_ADDRESS: '2000',
  FILES_URL: 's3://key:secret@bucket?endpoint=https://s3.example.com&region=eu-central-1',
  ALARM_HUB_URL: 'https://api.ajax.systems/api',
  ALARM_HUB_KEY: 'the API key of your partner account',
  VAPID_PUBLIC_KEY: 'the output of `npx web-push generate-vapid-keys`',
  VAPID_PRIVATE_KEY: 'the output of `npx web-push generate-vapid-keys`',
  STRIPE_SECRET_KEY: 'sk_live_…',
  STRIPE_WEBHOOK_SECRET: 'whsec_…',
  STRIPE_PRICE_ID: 'price_…',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  SMS_GATEWAY_URL: 'https://sms.example.com/messages',
  SMS_GATEWAY_TOKEN: 'the token of your SMS gateway',
  SMS_FROM: 'Trace',
  MAIL_FROM: 'Trace <no-reply@example.com>',
  SUPPORT_EMAIL: 'support@example.com',
  MAP_PROVIDER: 'open',
  MAP_STYLE_URL: 'https://tiles.example.com/styles/light',
  STAFF_SECOND_FACTOR: 'on',
  PANIC_COOLDOWN_SEC: '60',
  PANIC_STALE_SEC: '120',
  PANIC_NEXT_CONTACT_SEC: '30',
  PANIC_SUPPORT_SEC: '90',
  TRAINING_URL: 'https://training.example.com/installers',
  METRICS_TOKEN: 'a random string of at least 24 characters',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
};

export interface Config {
  host: string;
  port: number;
  /** null: made of the host and the port that is really listened on. */
  publicUrl: string | null;
  dataDirectory: string;
  databaseUrl: string | null;
  /** The owner of the tables, for migrations. Null: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  secretKey: string | null;
  gateway: {
    mqttsPort: number;
    mqttPort: number | null;
    publicHost: string;
    messagesPerSec: number | null;
    bytesPerMin: number | null;
    /**
     * Maximum of connections from one address whose device has not been accepted yet. null: derived from the limit of
     * open files.
     */
    pendingPerNetwork: number | null;
  };
  /** The bucket for files. null: the data folder. credentials null: the library finds the credentials itself. */
  filesBucket: {
    bucket: string;
    prefix: string;
    region: string;
    endpoint: string | null;
    credentials: { accessKeyId: string; secretAccessKey: string } | null;
  } | null;
  /** The service of alarm hubs; null: hubs cannot be linked. */
  alarmHub: { url: string; key: string } | null;
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
  /** The training provider's page (CERT-07). */
  trainingUrl: string | null;
  metricsToken: string | null;
  /**
   * The proxies trusted to report the client address: none, a number of hops, or the proxies with these addresses and
   * networks.
   */
  trustProxy: false | number | readonly string[];
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
  const problems = [...(parsed.error?.issues.map(describe) ?? []), ...missingOf(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const s = parsed.data;
  const dataDirectory = resolve(s.TRACE_DATA_DIR);
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    dataDirectory,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseOwnerUrl: s.DATABASE_OWNER_URL ?? null,
    secretKey: s.TRACE_SECRET_KEY ?? null,
    gateway: gatewayOf(s),
    filesBucket: s.FILES_URL === undefined ? null : bucketOf(s.FILES_URL),
    alarmHub: alarmHubOf(s),
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
    trainingUrl: s.TRAINING_URL ?? null,
    metricsToken: s.METRICS_TOKEN ?? null,
    trustProxy: trustedProxiesOf(s.TRUST_PROXY)!,
    logLevel: s.LOG_LEVEL,
  };
}

/** An unencoded character of the password cuts the address in two, and a part of the password becomes the host. */
function hasPlainAuthority(text: string): boolean {
  const [address = ''] = text.split('?');
  const rest = address.slice(address.indexOf('//') + 2);
  const at = rest.indexOf('@');
  const isCut = at !== rest.lastIndexOf('@') || rest.slice(0, Math.max(at, 0)).includes('/') || rest.includes('#');
  // An empty host stands for a socket folder in the query.
  return !isCut && (URL.canParse(text) || rest.includes('@/') || rest.startsWith('/'));
}

const gatewayOf = (s: z.infer<typeof settings>): Config['gateway'] => ({
  mqttsPort: s.MQTTS_PORT,
  mqttPort: s.MQTT_PORT ?? null,
  publicHost: s.MQTT_PUBLIC_HOST,
  messagesPerSec: s.DEVICE_MESSAGES_PER_SEC ?? null,
  bytesPerMin: s.DEVICE_BYTES_PER_MIN ?? null,
  pendingPerNetwork: s.DEVICE_PENDING_PER_ADDRESS ?? null,
});

const MOST_PROXIES = 10;
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Parses `off`, a number of hops, or a list of addresses and networks. Returns null for any other text. */
function trustedProxiesOf(text: string): Config['trustProxy'] | null {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= MOST_PROXIES ? Number(text) : null;
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressOrNetwork) ? entries : null;
}

function isAddressOrNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Parses `s3://[key:secret@]bucket[/prefix][?endpoint=…&region=…]`. Returns null if the text is invalid. */
function bucketOf(text: string): Config['filesBucket'] {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, username, password, searchParams } = new URL(text);
  const endpoint = searchParams.get('endpoint');
  const isEndpoint = endpoint === null || (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint));
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (protocol !== 's3:' || !isEndpoint || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(hostname)) return null;
  if (!/^[\w./-]*$/.test(prefix) || (username === '') !== (password === '')) return null;
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials: username === '' ? null : credentials,
  };
}

/** Settings that must be set together. A partial group is a mistake: the feature would be off or would never work. */
const together = [
  ['ALARM_HUB_URL', 'ALARM_HUB_KEY'],
  ['SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN', 'SMS_FROM'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'],
] as const;

function missingOf(given: Record<string, string | undefined>): string[] {
  return together.flatMap((names) => {
    const set = names.find((name) => given[name] !== undefined);
    const missing = set === undefined ? [] : names.filter((name) => given[name] === undefined);
    return missing.map((name) => `${name}: required because ${set} is set`);
  });
}

function alarmHubOf({ ALARM_HUB_URL: url, ALARM_HUB_KEY: key }: z.infer<typeof settings>): Config['alarmHub'] {
  return url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };
}

function smsOf({
  SMS_GATEWAY_URL: url,
  SMS_GATEWAY_TOKEN: token,
  SMS_FROM: from,
}: z.infer<typeof settings>): Config['sms'] {
  return url === undefined || token === undefined || from === undefined ? null : { url, token, from };
}

/** The pages of Stripe that people are sent to: checkout, portal, receipts. */
const STRIPE_PAGES = ['checkout.stripe.com', 'billing.stripe.com', 'invoice.stripe.com', 'pay.stripe.com'];

function paymentsOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_ID: priceId,
}: z.infer<typeof settings>): Config['payments'] {
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return null;
  return { secretKey, webhookSecret, priceId, pageHosts: STRIPE_PAGES };
}

function vapidKeysOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: z.infer<typeof settings>) {
  if (publicKey === undefined && privateKey === undefined) return null;
  if (publicKey === undefined) throw new ConfigError(['VAPID_PUBLIC_KEY: required because VAPID_PRIVATE_KEY is set']);
  if (privateKey === undefined) throw new ConfigError(['VAPID_PRIVATE_KEY: required because VAPID_PUBLIC_KEY is set']);
  return { publicKey, privateKey };
}

function describe(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]) as keyof typeof examples;
  const example = examples[name];
  return `${name}: ${issue.message}${example ? ` (for example ${name}=${example})` : ''}`;
}
