// Checks settings that depend on each other.
import { createECDH } from 'node:crypto';
import { examples, type Settings } from './config-settings.ts';

/** Environment variables that are set, by their names. */
type Environment = Record<string, string | undefined>;

/** Returns a problem for each setting that is missing, or that does not work with another one. */
export const groupProblemsOf = (given: Environment): string[] => [
  ...missingOf(given),
  ...uselessOf(given),
  ...ownerProblems(given),
  ...httpsProblems(given),
  ...backupProblems(given),
];

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

function missingOf(given: Environment): string[] {
  return together.flatMap((names) => {
    const set = names.find((name) => given[name] !== undefined);
    const missing = set === undefined ? [] : names.filter((name) => given[name] === undefined);
    return missing.map((name) => `${name}: required because ${set} is set`);
  });
}

/** Settings of a part that another setting switches on. Alone, each would be accepted and do nothing. */
const parts = {
  MQTT_URL: ['MQTT_CERT', 'MQTT_KEY', 'MQTT_CA'],
  DC09_PORT: ['DC09_HOST', 'DC09_PUBLIC_HOST', 'DC09_PUBLIC_PORT'],
  AJAX_SQS_QUEUE: ['AJAX_SQS_ENDPOINT'],
  BACKUP_DIRECTORY: ['BACKUP_EVERY_HOURS', 'BACKUP_KEEP'],
} as const;

function uselessOf(given: Environment): string[] {
  return Object.entries(parts)
    .filter(([base]) => given[base] === undefined)
    .flatMap(([base, names]) =>
      names.filter((name) => given[name] !== undefined).map((name) => `${name}: works only with ${base}`),
    );
}

/** Without DATABASE_URL the server works with its embedded database, and the console commands with that of the owner. */
const ownerProblems = ({ DATABASE_URL, DATABASE_OWNER_URL }: Environment): string[] =>
  DATABASE_OWNER_URL === undefined || DATABASE_URL !== undefined
    ? []
    : ['DATABASE_URL: required because DATABASE_OWNER_URL is set'];

/** Cookies, links and the check of the certificate's names depend on the address that people use. */
function httpsProblems({ TLS_CERT, PUBLIC_URL, HTTP_REDIRECT_PORT }: Environment): string[] {
  if (TLS_CERT === undefined)
    return HTTP_REDIRECT_PORT === undefined ? [] : ['HTTP_REDIRECT_PORT: works only with TLS_CERT and TLS_KEY'];
  const isHttps = /^\s*https:/i.test(PUBLIC_URL ?? '');
  return isHttps
    ? []
    : [`PUBLIC_URL: must be an https address because TLS_CERT is set (for example PUBLIC_URL=${examples.PUBLIC_URL})`];
}

/** A server of the operator has backups of its own, which a second kind would only seem to replace. */
const backupProblems = ({ BACKUP_DIRECTORY, DATABASE_URL }: Environment): string[] =>
  BACKUP_DIRECTORY === undefined || DATABASE_URL === undefined
    ? []
    : ['BACKUP_DIRECTORY: backs up the embedded database only. Back up the server of DATABASE_URL with its own tools'];

/** Returns a problem for each setting whose value, well formed by itself, cannot work with that of another one. */
export const valueProblemsOf = (s: Settings): string[] => [...portProblems(s), ...pushKeyProblems(s)];

/** Hosts on which the listener of MQTT_PORT, which is for this machine alone, shares an address with the others. */
const WITH_LOOPBACK = ['127.0.0.1', 'localhost', '0.0.0.0', '::'];

/** The second listener on a port would fail only after the database was made. */
function portProblems(s: Settings): string[] {
  const ports = [
    ['PORT', s.PORT],
    ['MQTTS_PORT', s.MQTTS_PORT],
    ['HTTP_REDIRECT_PORT', s.HTTP_REDIRECT_PORT],
    ['MQTT_PORT', WITH_LOOPBACK.includes(s.HOST) ? s.MQTT_PORT : undefined],
    ['DC09_PORT', (s.DC09_HOST ?? s.HOST) === s.HOST ? s.DC09_PORT : undefined],
  ] as const;
  return ports.flatMap(([name, port], index) => {
    const [first] = ports.slice(0, index).find(([, other]) => port !== undefined && port !== 0 && port === other) ?? [];
    return first === undefined ? [] : [`${name}: is ${port} like ${first}. Set different ports`];
  });
}

/** Push services accept no message that is signed with a key of another pair. */
function pushKeyProblems({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Settings): string[] {
  if (VAPID_PUBLIC_KEY === undefined || VAPID_PRIVATE_KEY === undefined) return [];
  return publicKeyOf(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY
    ? []
    : ['VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY. Set both from one output of the command'];
}

function publicKeyOf(privateKey: string): string | null {
  const ecdh = createECDH('prime256v1');
  try {
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey('base64url');
  } catch {
    // A number that is no key of this curve.
    return null;
  }
}
