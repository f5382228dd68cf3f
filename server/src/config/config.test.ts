import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('every setting defaults to a value that works on one machine [SCALE-01]', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    dataDirectory: resolve('./data'),
    gateway: { mqttsPort: 8883, mqttPort: null, publicHost: 'localhost', publicPort: null },
    alarmHub: null,
    payments: null,
    mail: { smtpUrl: null },
    map: { provider: 'open', styleUrl: null, tilesFile: null, googleKey: null },
    metricsToken: null,
    trustProxy: false,
    logLevel: 'info',
  });
});

test('an empty setting counts as none', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: ' ', MQTT_PORT: '' })).toMatchObject({
    databaseUrl: null,
    port: 3000,
    gateway: { mqttPort: null },
  });
});

test('reads each setting in the intended form', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://trace.example.com/',
    TRUST_PROXY: '10.0.0.0/8, 2001:db8::1, loopback',
    MQTT_PORT: '1883',
    TRACE_DATA_DIR: '/var/lib/trace',
    MAP_TILES_FILE: 'city.pmtiles',
    DEVICE_MESSAGES_PER_SEC: '0.5',
  });
  expect(config).toMatchObject({
    publicUrl: 'https://trace.example.com',
    trustProxy: ['10.0.0.0/8', '2001:db8::1', 'loopback'],
    gateway: { mqttPort: 1883, messagesPerSec: 0.5 },
    map: { tilesFile: '/var/lib/trace/city.pmtiles' },
  });
});

test('reads a PUBLIC_URL in capitals as browsers do, so that its cookies are for https alone [SCALE-04]', () => {
  const PUBLIC_URL = 'HTTPS://Trace.Example.com:443';
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe('https://trace.example.com');
  expect(problemsOf({ PUBLIC_URL, TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' })).toEqual([]);
});

test('requires the URL and the key of the hub service together [HUB-01]', () => {
  const [ALARM_HUB_URL, ALARM_HUB_KEY] = ['https://hubs.example.com/api/', 'a key'];
  expect(readConfig({ ALARM_HUB_URL, ALARM_HUB_KEY }).alarmHub).toEqual({
    url: 'https://hubs.example.com/api',
    key: 'a key',
  });
  expect(problemsOf({ ALARM_HUB_URL })).toEqual([expect.stringMatching(/^ALARM_HUB_KEY: /)]);
  expect(problemsOf({ ALARM_HUB_KEY })).toEqual([expect.stringMatching(/^ALARM_HUB_URL: /)]);
});

test('requires the three Stripe settings together and reports every problem at once [SUB-04]', () => {
  const given = {
    STRIPE_SECRET_KEY: 'sk_test_abc123',
    STRIPE_WEBHOOK_SECRET: 'whsec_abc/123+4=',
    STRIPE_PRICE_ID: 'price_abc123',
  };
  expect(readConfig(given).payments).toEqual({
    secretKey: given.STRIPE_SECRET_KEY,
    webhookSecret: given.STRIPE_WEBHOOK_SECRET,
    priceId: given.STRIPE_PRICE_ID,
    pageHosts: ['checkout.stripe.com', 'billing.stripe.com', 'invoice.stripe.com', 'pay.stripe.com'],
  });
  const { STRIPE_PRICE_ID } = given;
  expect(problemsOf({ STRIPE_PRICE_ID })).toEqual([
    'STRIPE_SECRET_KEY: required because STRIPE_PRICE_ID is set',
    'STRIPE_WEBHOOK_SECRET: required because STRIPE_PRICE_ID is set',
  ]);
  const wrong = problemsOf({ STRIPE_SECRET_KEY: 'pk_live_shownToEverybody', STRIPE_PRICE_ID: 'prod_1', PORT: 'x' });
  expect(wrong.map((problem) => problem.slice(0, problem.indexOf(':'))).toSorted((a, b) => a.localeCompare(b))).toEqual(
    ['PORT', 'STRIPE_PRICE_ID', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  );
  expect(wrong.join(' ')).not.toContain('shownToEverybody');
});

const wrong = {
  PORT: 'http',
  PUBLIC_URL: 'trace.example.com',
  TRACE_DATA_DIR: '/proc/trace/data',
  DATABASE_URL: 'mysql://db/trace',
  DATABASE_OWNER_URL: 'mysql://owner@db/trace',
  MQTTS_PORT: '70000',
  MQTT_PORT: '-1',
  DEVICE_MESSAGES_PER_SEC: '0',
  DEVICE_BYTES_PER_MIN: '1.5',
  SMTP_URL: 'https://mail.example.com',
  MAIL_FROM: 'x',
  MAP_PROVIDER: 'bing',
  MAP_STYLE_URL: 'ftp://tiles.example.com',
  METRICS_TOKEN: 'short',
  TRUST_PROXY: 'yes',
  LOG_LEVEL: 'loud',
};

test('reports all problems at once, each with name, reason and a valid example', () => {
  const problems = problemsOf(wrong);
  expect(problems.map((line) => line.split(':')[0])).toEqual(Object.keys(wrong));
  for (const line of problems) {
    const [, name, reason, example] = /^(\w+): (.+) \(for example \1=(.+)\)$/.exec(line)!;
    expect(reason!.length).toBeGreaterThan(5);
    expect(problemsOf({ DATABASE_URL: 'postgres://db/trace', [name!]: example! })).toEqual([]);
  }
});

test.each([
  [{ PORT: 'http' }, 'Invalid configuration (1 problem):\n  PORT: '],
  [{ PORT: 'http', LOG_LEVEL: 'loud' }, 'Invalid configuration (2 problems):\n  PORT: '],
])('%o is told in so many words', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(words);
});

test.each([
  ['PORT', 'abc', 'must be a number'],
  ['PORT', '80.5', 'must be a whole number'],
  ['PORT', '70000', 'must be at most 65535'],
  ['DEVICE_MESSAGES_PER_SEC', '0', 'must be more than 0'],
  ['METRICS_TOKEN', 'short', 'must have at least 24 characters'],
  ['PUBLIC_URL', 'trace.example.com', 'must be a complete address, .*'],
  ['PUBLIC_URL', 'https://example.com/trace', 'must be an address without path, .*'],
  ['PUBLIC_URL', 'https://example.com?a=b', 'must be an address without path, .*'],
  ['SMTP_URL', 'smtp://mia:p/w@mail.example.com', 'must be a complete address, .* %2F for /, .*'],
  ['FILES_URL', 's3://key:se/cret@trace', 'must be an s3://bucket address, .* encoded: %2F for /'],
  ['FILES_URL', 's3://key:50%off@trace', 'must be an s3://bucket address, .* encoded: %2F for /'],
  ['MQTT_URL', 'mqtts://user:50%off@broker.example.com', 'must be an mqtts:// or mqtt:// address, .*'],
  ['DATABASE_URL', 'postgres://trace:50%off@db/trace', 'must have special characters of the password encoded: .*'],
  ['MAIL_FROM', 'Trace', 'must have an email address, alone or in < and >'],
  ['MAIL_FROM', 'Trace <trace@example.com', 'must have an email address, alone or in < and >'],
  ['MQTT_PUBLIC_HOST', 'mqtts://broker.example.com', 'must be a name or an IP address alone, .*'],
  ['DC09_PUBLIC_HOST', 'hubs.example.com:7700', 'must be a name or an IP address alone, .*'],
])('%s=%s says that it %s', (name, value, reason) => {
  expect(problemsOf({ DC09_PORT: '7700', [name]: value })).toEqual([
    expect.stringMatching(`^${name}: ${reason} \\(for example `),
  ]);
});

test('requires DATABASE_URL beside DATABASE_OWNER_URL [SCALE-02]', () => {
  const DATABASE_OWNER_URL = 'postgres://trace@db/trace';
  expect(problemsOf({ DATABASE_OWNER_URL })).toEqual(['DATABASE_URL: required because DATABASE_OWNER_URL is set']);
  expect(problemsOf({ DATABASE_OWNER_URL, DATABASE_URL: 'postgres://trace_app@db/trace' })).toEqual([]);
});

test('backups are daily, a week of them, and of the embedded database only [SCALE-05]', () => {
  expect(readConfig({}).backups).toEqual({ directory: null, everyMs: 86_400_000, keep: 7 });
  const both = { BACKUP_DIRECTORY: 'backups', DATABASE_URL: 'postgres://trace@db/trace' };
  expect(problemsOf(both)).toEqual([expect.stringMatching(/^BACKUP_DIRECTORY: .*its own tools$/)]);
});

test('refuses a schedule of backups that cannot be read, with examples [SCALE-05]', () => {
  expect(problemsOf({ BACKUP_DIRECTORY: 'backups', BACKUP_EVERY_HOURS: '0', BACKUP_KEEP: 'all' })).toEqual([
    'BACKUP_EVERY_HOURS: must be at least 1 (for example BACKUP_EVERY_HOURS=24)',
    'BACKUP_KEEP: must be a number (for example BACKUP_KEEP=7)',
  ]);
});

test('refuses the schedule of backups that are not made [SCALE-05]', () => {
  expect(problemsOf({ BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '30' })).toEqual([
    'BACKUP_EVERY_HOURS: works only with BACKUP_DIRECTORY',
    'BACKUP_KEEP: works only with BACKUP_DIRECTORY',
  ]);
  expect(problemsOf({ BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '30', BACKUP_DIRECTORY: 'backups' })).toEqual([]);
});

test('a secret that is wrong is not repeated in the message', () => {
  expect(problemsOf({ METRICS_TOKEN: 'hunter2' }).join()).not.toContain('hunter2');
  expect(problemsOf({ DATABASE_URL: 'mysql://u:hunter2@db/trace' }).join()).not.toContain('hunter2');
});

test('stores files in the data folder or in an S3 bucket of any vendor [SCALE-01]', () => {
  expect(readConfig({}).filesBucket).toBeNull();
  const address = 's3://key:se%2Fcret@trace-files/eu/portal?endpoint=https://s3.example.com&region=eu-central-1';
  expect(readConfig({ FILES_URL: address }).filesBucket).toEqual({
    bucket: 'trace-files',
    prefix: 'eu/portal/',
    region: 'eu-central-1',
    endpoint: 'https://s3.example.com',
    credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
  });
  expect(readConfig({ FILES_URL: 's3://trace-files' }).filesBucket).toEqual({
    bucket: 'trace-files',
    prefix: '',
    region: 'us-east-1',
    endpoint: null,
    credentials: null,
  });
  for (const bad of ['https://trace-files', 's3://', 's3://key@trace', 's3://trace?endpoint=ftp://x', 's3://trace/%00'])
    expect(problemsOf({ FILES_URL: bad })).toEqual([
      expect.stringMatching(/^FILES_URL: must be an s3:.* \(for example /),
    ]);
});

test('requires a complete, well-formed push key pair, or leaves the keys to the server [ALRT-01]', () => {
  const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = webPush.generateVAPIDKeys();
  expect(readConfig({}).push.keys).toBeNull();
  expect(readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).push.keys).toEqual({
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
  });
  expect(problemsOf({ VAPID_PUBLIC_KEY })).toEqual(['VAPID_PRIVATE_KEY: required because VAPID_PUBLIC_KEY is set']);
  expect(problemsOf({ VAPID_PRIVATE_KEY })).toEqual(['VAPID_PUBLIC_KEY: required because VAPID_PRIVATE_KEY is set']);
  expect(problemsOf({ VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY }).join()).toContain('65 bytes');
});

test('refuses push keys of two pairs, because push services would refuse every message [ALRT-01]', () => {
  const [one, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];
  const told = ['VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY. Set both from one output of the command'];
  expect(problemsOf({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: other.privateKey })).toEqual(told);
  // No private key has this number.
  expect(problemsOf({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: 'A'.repeat(43) })).toEqual(told);
});

test.each([
  [{ PORT: '8883' }, 'MQTTS_PORT: is 8883 like PORT'],
  [{ PORT: '443', MQTTS_PORT: '443' }, 'MQTTS_PORT: is 443 like PORT'],
  [{ DC09_PORT: '3000' }, 'DC09_PORT: is 3000 like PORT'],
  [{ MQTT_PORT: '8883' }, 'MQTT_PORT: is 8883 like MQTTS_PORT'],
])('refuses %o before anything is made, because a port has one listener', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([`${problem}. Set different ports`]);
});

test('accepts a port on two addresses, and a free port for each listener', () => {
  expect(problemsOf({ DC09_PORT: '3000', DC09_HOST: '192.0.2.1' })).toEqual([]);
  expect(problemsOf({ HOST: '192.0.2.1', PORT: '1883', MQTT_PORT: '1883' })).toEqual([]);
  expect(problemsOf({ PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0', DC09_PORT: '0' })).toEqual([]);
});

test('reports a missing push key together with other problems', () => {
  const problems = problemsOf({ VAPID_PUBLIC_KEY: `B${'x'.repeat(86)}`, PORT: 'http' });
  expect(problems.map((line) => line.split(':')[0])).toEqual(['PORT', 'VAPID_PRIVATE_KEY']);
});

test.each([
  ['off', false],
  ['1', 1],
  ['10', 10],
  ['192.0.2.7', ['192.0.2.7']],
])('TRUST_PROXY=%s is read', (text, expected) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
});

test.each(['on', 'true', '0', '11', '-1', 'proxy.internal', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,,10.0.0.2', '*'])(
  'TRUST_PROXY=%s is refused',
  (text) => {
    expect(problemsOf({ TRUST_PROXY: text })).toEqual([expect.stringContaining('the number of your proxies')]);
  },
);

test.each(['pa@ss', 'pa/ss', 'pa#ss', 'pa?ss'])(
  'refuses the password %s unless encoded in DATABASE_URL [SCALE-02]',
  (password) => {
    const address = (text: string): string => `postgres://trace:${text}@db.internal:5432/trace`;
    expect(problemsOf({ DATABASE_URL: address(password) })).toEqual([
      expect.stringMatching(/^DATABASE_URL: must have special characters of the password encoded/),
    ]);
    expect(readConfig({ DATABASE_URL: address(encodeURIComponent(password)) }).databaseUrl).toContain('db.internal');
  },
);

test.each([
  'postgres://db/trace',
  'postgresql://trace:p@db:5432/trace?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  'postgres://trace@/trace?host=/run/postgresql',
])('reads DATABASE_URL=%s [SCALE-02]', (address) => {
  expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
});

test('certificate files need each other and an https address [SCALE-04]', () => {
  const [TLS_CERT, TLS_KEY, PUBLIC_URL] = ['fullchain.pem', '/etc/trace/key.pem', 'https://trace.example.com'];
  expect(readConfig({ TLS_CERT, TLS_KEY, PUBLIC_URL, HTTP_REDIRECT_PORT: '80' }).tls).toEqual({
    ...{ certificateFile: resolve('fullchain.pem'), keyFile: '/etc/trace/key.pem' },
    redirectPort: 80,
  });
  expect(readConfig({ PUBLIC_URL }).tls).toBeNull();
  expect(problemsOf({ TLS_CERT, PUBLIC_URL })).toEqual(['TLS_KEY: required because TLS_CERT is set']);
  expect(problemsOf({ TLS_CERT, TLS_KEY, PUBLIC_URL: 'http://trace.example.com' })).toEqual([
    'PUBLIC_URL: must be an https address because TLS_CERT is set (for example PUBLIC_URL=https://trace.example.com)',
  ]);
  expect(problemsOf({ HTTP_REDIRECT_PORT: '80' })).toEqual([
    'HTTP_REDIRECT_PORT: works only with TLS_CERT and TLS_KEY',
  ]);
});
