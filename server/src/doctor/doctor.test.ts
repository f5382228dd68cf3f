// The checks of `npm run doctor`, against a running server with a certificate of its own.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectDatabase, readSealedValues } from '#platform/db/inspection';
import { doctorKey } from '#platform/http/servers/doctor-proof';
import { nameOf, OWN_BACKUPS } from '#platform/backup/backup-files';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { readConfig, type Config } from '#server/config/config';
import { startPortal, type Portal } from '#testing/portal';
import { startMailServer, type MailServer } from '#testing/stand-ins/mail-server';
import { selfSigned } from '#testing/stand-ins/push-service';
import { askServer } from './ask-server.ts';
import type { Context } from './context.ts';
import { examine } from './doctor.ts';
import { trustOf } from './public-url.check.ts';

const DAY_MS = 86_400_000;
const log = createLog({ level: 'silent' });
const rightSecrets = createSecrets(Buffer.alloc(32, 7));

let portal: Portal;
let mail: MailServer;
let directory: string;
let settings: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-doctor-'));
  mail = await startMailServer();
  const { certificate, key } = await selfSigned('localhost', new Date(Date.now() + 60 * DAY_MS));
  await writeFile(join(directory, 'cert.pem'), certificate);
  await writeFile(join(directory, 'key.pem'), key);
  const files = { TLS_CERT: join(directory, 'cert.pem'), TLS_KEY: join(directory, 'key.pem') };
  settings = { ...files, MAP_PROVIDER: 'none', TRACE_DATA_DIR: directory };
  portal = await startPortal({ ...settings, PUBLIC_URL: 'https://localhost' }, undefined, new Date());
  const { port } = new URL(portal.url);
  settings = { ...settings, PUBLIC_URL: `https://localhost:${port}`, PORT: port, MQTTS_PORT: String(portal.mqttsPort) };
});
afterAll(async () => {
  await portal.stop();
  await mail.stop();
  await rm(directory, { recursive: true });
});

/** The findings of each check, by its name, each as `level: means`. */
async function check(change: Record<string, string> = {}, own: Partial<Context> = {}): Promise<Record<string, string>> {
  const environment = { ...settings, ...change };
  const config: Config = readConfig(environment);
  const key = doctorKey(own.secrets ?? rightSecrets);
  const asked = await askServer(`https://127.0.0.1:${settings['PORT']}`, key).catch(() => null);
  const server = asked?.outcome === 'ours' ? asked.answer : null;
  const { appUrl, schema } = portal.test;
  const inSchema = `${appUrl}${appUrl.includes('?') ? '&' : '?'}options=-c%20search_path%3D${schema}`;
  const findings = await examine({
    ...{ config, environment, log, secrets: rightSecrets, key, server, databaseUrl: inSchema, mapStyleUrl: null },
    facts: () => inspectDatabase(inSchema, log),
    sealed: () => readSealedValues(inSchema, log).catch(() => null),
    ...own,
  });
  const lines: Record<string, string> = {};
  for (const { check: name, level, means } of findings)
    lines[name] = [lines[name], `${level}: ${means}`].filter(Boolean).join(' ');
  return lines;
}

/** Leaves one backup in the data folder, made at this time. */
async function keepBackup(at: Date): Promise<void> {
  const place = join(directory, OWN_BACKUPS);
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  await writeFile(join(place, nameOf('backup', at)), '');
}

test('finds nothing to mend of a server that is set up, but its certificate of no authority [SCALE-04]', async () => {
  await keepBackup(new Date());
  const lines = await check({ SMTP_URL: mail.url, MAIL_FROM: 'Trace <trace@example.com>' });
  const bad = Object.entries(lines).filter(([, line]) => line.includes('fail:'));
  expect(bad).toEqual([['https', expect.stringMatching(/^ok: .* fail: .* is signed by itself\.$/)]]);
  expect(lines['database']).toMatch(/PostgreSQL \d+.*connections are free\..*accepts writes\./);
  expect(lines['secret key']).toBe('ok: The secret key fits the database.');
  expect(lines['public url']).toContain(`ok: ${settings['PUBLIC_URL']} leads to this server. ok: No proxy stands`);
  expect(lines['gateway']).toMatch(/warn: MQTT_PUBLIC_HOST is localhost.*ok: The gateway at localhost:\d+ answers/);
  expect(lines['mail']).toBe('ok: The mail server 127.0.0.1 accepts this server.');
  expect(mail.received).toEqual([]);
  expect(lines['backup']).toBe('ok: The last backup is 0 days old.');
  expect(portal.logged()).toEqual([]);
});

test('names each setting that leads nowhere [SCALE-04]', async () => {
  const day = new Date(Date.now() - 8 * DAY_MS);
  await keepBackup(day);
  const lines = await check({
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', SMPT_URL: 'x', SMTP_PASSWORD: 'x' },
    ...{ SMS_GATEWAY_URL: 'http://127.0.0.1:1', SMS_GATEWAY_TOKEN: 'token', SMS_FROM: 'Trace' },
    ...{ ALARM_HUB_URL: portal.url.replace('http', 'https'), ALARM_HUB_KEY: 'key' },
    MAP_TILES_FILE: 'none.pmtiles',
    MAP_PROVIDER: 'open',
    ...{ MQTT_PUBLIC_HOST: '127.0.0.2', MQTT_PUBLIC_PORT: '1' },
    TLS_KEY: join(directory, 'none.pem'),
  });
  expect(lines['settings']).toContain('warn: SMTP_PASSWORD is set, but is no setting of Trace.');
  expect(lines['mail']).toMatch(/fail: The mail server 127.0.0.1 does not accept this server \(E\w+\).*MAIL_FROM/);
  expect(lines['sms']).toBe('fail: The SMS gateway cannot be reached (ECONNREFUSED).');
  expect(lines['hub service']).toMatch(/fail: The hub service has a certificate that is not trusted/);
  expect(lines['map']).toBe('fail: The file of MAP_TILES_FILE cannot be read (ENOENT).');
  expect(lines['gateway']).toMatch(/fail: 127\.0\.0\.2:1 does not answer/);
  expect(lines['https']).toContain('fail: TLS_KEY: the file');
  expect(lines['backup']).toBe('warn: The last backup is 8 days old.');
});

test('tells another key, another server and a missing server apart [SCALE-04]', async () => {
  const otherSecrets = createSecrets(Buffer.alloc(32, 9));
  const otherKey = doctorKey(otherSecrets);
  const other = await check({}, { secrets: otherSecrets, key: otherKey, server: { ...server } });
  expect(other['secret key']).toBe('fail: The secret key does not fit the database.');
  expect(other['public url']).toContain('fail: A Trace server with another secret key answers');
  const away = await check({ PUBLIC_URL: 'https://localhost:1' });
  expect(away['public url']).toContain('fail: https://localhost:1 does not answer from here');
  const stopped = await check({}, { server: null });
  expect(stopped['public url']).toMatch(/^warn: The server does not run here/);
  expect(stopped['ports']).toContain(`fail: Another program uses port ${settings['PORT']}, the port of PORT.`);
});

test('names the setting of an owner who cannot connect, and files that other processes miss [SCALE-02]', async () => {
  const facts = await inspectDatabase(portal.test.url, log);
  const lines = await check(
    { DATABASE_URL: portal.test.appUrl.replace('@/', '@localhost/'), DATABASE_OWNER_URL: 'postgres://o@127.0.0.1:1/t' },
    { facts: async () => ({ ...facts, processes: 2 }) },
  );
  expect(lines['database']).toContain('fail: The database cannot be reached (ECONNREFUSED). Check DATABASE_OWNER_URL.');
  expect(lines['files']).toMatch(/^fail: Files are kept in the data folder of each of 2 server processes/);
});

const server = { proof: '', address: '127.0.0.1', forwardedFor: null, openFileLimit: 512 };

test('warns of few open files of the running server [SCALE-04]', async () => {
  expect((await check({}, { server }))['open files']).toBe(
    'fail: 512 files may be open, enough for about 256 trackers.',
  );
});

const INVENTED = '198.51.100.77';

test.each([
  ['no proxy', { trustProxy: false, ownTls: true }, ['127.0.0.1', INVENTED], 'No proxy stands in front.'],
  [
    'a proxy that is not trusted',
    { trustProxy: false },
    ['10.0.0.1', `${INVENTED}, 203.0.113.9`],
    'TRUST_PROXY is off',
  ],
  ['a trusted proxy', { trustProxy: 1 }, ['203.0.113.9', `${INVENTED}, 203.0.113.9`], 'TRUST_PROXY fits'],
  ['a proxy that replaces the header', { trustProxy: 1 }, ['203.0.113.9', '203.0.113.9'], 'TRUST_PROXY fits'],
  ['a proxy that says nothing', { trustProxy: 1 }, ['10.0.0.1', null], 'does not say for whom it asks'],
  ['trust without a proxy', { trustProxy: 1, ownTls: true }, [INVENTED, INVENTED], 'can invent its address'],
  ['too much trust', { trustProxy: 2 }, [INVENTED, `${INVENTED}, 203.0.113.9`], 'can invent its address'],
] as const)(
  'judges TRUST_PROXY with %s [SCALE-04]',
  (_with, { trustProxy, ...rest }, [address, forwardedFor], means) => {
    const files = { certificateFile: '', keyFile: '', redirectPort: null };
    const config = { trustProxy, publicUrl: 'https://a.example', tls: 'ownTls' in rest ? files : null };
    expect(trustOf(config, { address, forwardedFor }).means).toContain(means);
  },
);
