import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { panicRules } from '@trace/contract/panic/panic.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { backupRules } from '@trace/contract/retention/retention.rules';
import { z } from 'zod';
import { brokerAddressOf, bucketOf, hasPlainAuthority, trustedProxiesOf } from './config-addresses.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const seconds = (fallbackMs: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(fallbackMs / SECOND_MS);
const optionalPort = z.coerce.number().int().min(0).max(65_535).optional();
/** Node creates a folder under /proc in an endless loop. */
export const isUnderProc = (folderName: string): boolean => /^\/proc(?:\/|$)/.test(resolve(folderName));
const folder = z
  .string()
  .min(1)
  .refine((text) => !isUnderProc(text), 'must be a folder on a disk, not under /proc');
/** People type host and port into separate fields. */
const publicHost = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[\w.-]+$/.test(text), 'must be a name or an IP address alone, without port');
/** A text that is no address at all is refused by its format. */
const isOrigin = (text: string): boolean => !URL.canParse(text) || /^\w+:\/\/[^/\\?#@]+\/?$/.test(text);
const SENDER = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>)$/;
const switched = z.enum(['on', 'off']);

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address')
  .refine(hasPlainAuthority, 'must have special characters of the password encoded: %40 for @, %2F for /, %23 for #');

/** The settings by their names, as they are read from the environment. */
export const settings = z.object({
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'must be an address without path, because the portal is served at /')
    .optional(),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  HTTP_REDIRECT_PORT: optionalPort,
  TRACE_DATA_DIR: folder.default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  TRACE_SECRET_KEY: z.string().optional(),
  STOP_DELAY_SEC: z.coerce.number().int().min(0).max(300).default(0),
  MQTTS_PORT: port(8883),
  MQTT_PORT: optionalPort,
  MQTT_PUBLIC_HOST: publicHost.default('localhost'),
  MQTT_PUBLIC_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  MQTT_URL: z
    .string()
    .refine(
      (text) => brokerAddressOf(text) !== null,
      'must be an mqtts:// or mqtt:// address, with user and password or without both, special characters encoded',
    )
    .optional(),
  MQTT_CERT: z.string().min(1).optional(),
  MQTT_KEY: z.string().min(1).optional(),
  MQTT_CA: z.string().min(1).optional(),
  DC09_PORT: optionalPort,
  DC09_HOST: z.string().min(1).optional(),
  DC09_PUBLIC_HOST: publicHost.optional(),
  DC09_PUBLIC_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  DEVICE_MESSAGES_PER_SEC: z.coerce.number().positive().optional(),
  DEVICE_PENDING_PER_ADDRESS: z.coerce.number().int().positive().optional(),
  DEVICE_BYTES_PER_MIN: z.coerce.number().int().positive().optional(),
  FILES_URL: z
    .string()
    .refine(
      (text) => bucketOf(text) !== null,
      'must be an s3://bucket address, with special characters of the secret encoded: %2F for /',
    )
    .optional(),
  ALARM_HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALARM_HUB_KEY: z.string().min(1).max(500).optional(),
  AJAX_SQS_QUEUE: z
    .string()
    .regex(/^[\w-]{1,75}(\.fifo)?$/, 'must be the name of a queue, not its address')
    .optional(),
  AJAX_SQS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region of AWS')
    .default('eu-west-1'),
  AJAX_SQS_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  AJAX_SQS_SECRET: z.string().min(1).max(500).optional(),
  AJAX_SQS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  HUB_QUEUE_POLL_SEC: z.coerce.number().int().min(1).max(20).default(5),
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
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must have an email address, alone or in < and >')
    .default('Trace <no-reply@localhost>'),
  SUPPORT_EMAIL: z.email().max(254).optional(),
  MAP_PROVIDER: z.enum(['open', 'google', 'none']).default('open'),
  MAP_STYLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_TILES_FILE: z.string().min(1).optional(),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  STAFF_SECOND_FACTOR: switched.default('off'),
  PANIC_COOLDOWN_SEC: seconds(panicRules.cooldownMs),
  FIRMWARE_CONFIRM_SEC: seconds(firmwareRules.soakMs),
  FIRMWARE_RETURN_SEC: seconds(firmwareRules.returnWithinMs),
  PANIC_STALE_SEC: seconds(panicRules.staleMs),
  PANIC_NEXT_CONTACT_SEC: seconds(panicRules.nextContactMs),
  PANIC_SUPPORT_SEC: seconds(panicRules.supportMs),
  TRAINING_URL: z.url({ protocol: /^https?$/ }).optional(),
  METRICS_TOKEN: z.string().min(24).optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => trustedProxiesOf(text) !== null, 'must be off, the number of your proxies, or their addresses')
    .default('off'),
  BACKUP_DIRECTORY: folder.optional(),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(720).default(backupRules.everyHours),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(backupRules.keep),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Of every setting that can be wrong. */
export const examples: Partial<Record<keyof z.infer<typeof settings>, string>> = {
  PORT: '3000',
  PUBLIC_URL: 'https://trace.example.com',
  TLS_CERT: '/etc/letsencrypt/live/trace.example.com/fullchain.pem',
  TLS_KEY: '/etc/letsencrypt/live/trace.example.com/privkey.pem',
  HTTP_REDIRECT_PORT: '80',
  TRACE_DATA_DIR: '/var/lib/trace',
  DATABASE_URL: 'postgres://trace:password@db.internal:5432/trace',
  DATABASE_OWNER_URL: 'postgres://trace_owner:password@db.internal:5432/trace',
  MQTTS_PORT: '8883',
  MQTT_PORT: '1883',
  MQTT_PUBLIC_HOST: 'mqtt.example.com',
  MQTT_PUBLIC_PORT: '8883',
  MQTT_URL: 'mqtts://broker.example.com:8884',
  DC09_PORT: '7700',
  DC09_PUBLIC_HOST: 'hubs.example.com',
  DC09_PUBLIC_PORT: '7700',
  DEVICE_MESSAGES_PER_SEC: '5',
  DEVICE_BYTES_PER_MIN: '1048576',
  DEVICE_PENDING_PER_ADDRESS: '2000',
  FILES_URL: 's3://key:secret@bucket?endpoint=https://s3.example.com&region=eu-central-1',
  ALARM_HUB_URL: 'https://api.ajax.systems/api',
  ALARM_HUB_KEY: 'the API key of your partner account',
  AJAX_SQS_QUEUE: 'the name that the hub service gave you, such as events.fifo',
  AJAX_SQS_REGION: 'eu-west-1',
  AJAX_SQS_ACCESS_KEY_ID: 'the access key id that the hub service gave you',
  AJAX_SQS_SECRET: 'the secret that the hub service gave you',
  AJAX_SQS_ENDPOINT: 'http://127.0.0.1:4100',
  HUB_QUEUE_POLL_SEC: '5',
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
  STOP_DELAY_SEC: '15',
  PANIC_STALE_SEC: '120',
  PANIC_NEXT_CONTACT_SEC: '30',
  PANIC_SUPPORT_SEC: '90',
  TRAINING_URL: 'https://training.example.com/installers',
  METRICS_TOKEN: 'a random string of at least 24 characters',
  TRUST_PROXY: '1',
  BACKUP_DIRECTORY: 'the path of a folder on another disk',
  BACKUP_EVERY_HOURS: '24',
  BACKUP_KEEP: '7',
  LOG_LEVEL: 'info',
};

export type Settings = z.infer<typeof settings>;
