import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartProblem } from '#platform/refusal/start-problem';
import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';
import { testServerUrl } from '#testing/test-database';
import { ConfigError, readConfig } from './config/config.ts';
import { mendableReason } from './run.ts';
import { startServer } from './server.ts';

test('reports a port in use as a sentence, and leaves a defect unexplained [SCALE-01]', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
  first.close();
  expect(mendableReason(error)).toBe(
    `Another program is already listening on port ${port}. Stop it or set a different port (PORT, MQTTS_PORT, MQTT_PORT, HTTP_REDIRECT_PORT).`,
  );
  expect(mendableReason(new ConfigError(['PORT: is missing']))).toContain('PORT');
  expect(mendableReason(new TypeError('undefined is not a function'))).toBeNull();
});

test('reports an address of another machine as a sentence [SCALE-01]', async () => {
  const [error] = (await once(createServer().listen(0, '192.0.2.1'), 'error')) as [Error];
  expect(mendableReason(error)).toMatch(/^This machine does not have the address 192\.0\.2\.1\. Set HOST or DC09_HOST/);
});

test('names the setting of a host that cannot be found, before the database starts [SCALE-01]', async () => {
  for (const setting of ['HOST', 'DC09_HOST']) {
    const config = readConfig({ [setting]: 'no such host', DC09_PORT: '7700', TRACE_DATA_DIR: '/dev/null/trace' });
    const error: unknown = await startServer(config).catch((reason: unknown) => reason);
    expect(mendableReason(error)).toBe(
      `${setting}: the name no such host cannot be found. Set an address of this machine, or 0.0.0.0 for all.`,
    );
  }
});

test('reports an unusable data folder as a sentence with the folder [SCALE-01]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-run-'));
  const folder = join(directory, 'file', 'data');
  await writeFile(join(directory, 'file'), '');
  const error: unknown = await mkdir(folder, { recursive: true }).catch((reason: unknown) => reason);
  await rm(directory, { recursive: true });
  expect(mendableReason(error)).toBe(
    `Cannot use ${folder}: a part of the path is a file. Change that or set a different data folder (TRACE_DATA_DIR).`,
  );
  expect(mendableReason(Object.assign(new Error('no entry'), { code: 'ENOENT', path: folder }))).toBeNull();
});

test('reports backups into a file as a sentence before the database starts [SCALE-05]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-run-'));
  const [data, file] = [join(directory, 'data'), join(directory, 'file')];
  await writeFile(file, '');
  for (const backups of [file, join(file, 'backups')]) {
    const config = readConfig({ TRACE_DATA_DIR: data, BACKUP_DIRECTORY: backups, LOG_LEVEL: 'silent' });
    const error: unknown = await startServer(config).catch((reason: unknown) => reason);
    expect(mendableReason(error)).toBe(`BACKUP_DIRECTORY: ${backups} is a file or lies under one. Set it to a folder.`);
  }
  await expect(access(data)).rejects.toThrow('ENOENT');
  await rm(directory, { recursive: true });
});

test('starts no empty installation in the folder of an interrupted restore [SCALE-05]', async () => {
  const data = await mkdtemp(join(tmpdir(), 'trace-run-'));
  const draft = join(data, '.restoring');
  await mkdir(draft);
  const config = readConfig({ TRACE_DATA_DIR: data, LOG_LEVEL: 'silent' });
  const error: unknown = await startServer(config).catch((reason: unknown) => reason);
  expect(mendableReason(error)).toBe(
    `A restore into ${data} runs or was interrupted. Let it end or run it again. To start an empty installation instead, delete ${draft}.`,
  );
  expect(await readdir(data)).toEqual(['.restoring']);
  await rm(data, { recursive: true });
});

test('reports a certificate that cannot serve as a sentence before the database starts or changes [SCALE-04] [SCALE-05]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-run-'));
  const [data, TLS_CERT, TLS_KEY] = ['data', 'cert.pem', 'key.pem'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const settings = { TRACE_DATA_DIR: data, TLS_CERT, TLS_KEY, PUBLIC_URL: 'https://trace.example.com' };
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' });
  const error: unknown = await startServer(config).catch((reason: unknown) => reason);
  expect(mendableReason(error)).toBe(`TLS_CERT: the file ${TLS_CERT} does not exist.`);
  await expect(access(data)).rejects.toThrow('ENOENT');
  await rm(directory, { recursive: true });
});

test.each([
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
])('reports a key file that cannot be written (%s) as a sentence [SCALE-01]', (code, problem) => {
  const error = Object.assign(new Error('open failed'), { code, path: '/data/secret.key.1f' });
  expect(mendableReason(error)).toContain(`Cannot use /data/secret.key.1f: ${problem}.`);
});

test('reports a write that a full disk refuses as a sentence [SCALE-06]', async () => {
  // Every write to this device finds it full.
  const error: unknown = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason);
  expect(mendableReason(error)).toBe(
    'The disk of the data folder (TRACE_DATA_DIR) is full. Free space, then start again.',
  );
});

test('reports a secret key that is not random as a sentence [SCALE-01]', async () => {
  const source = { configured: 'A'.repeat(64), directory: '/nowhere' };
  const error: unknown = await loadSecretKey(source).catch((reason: unknown) => reason);
  expect(mendableReason(error)).toMatch(/^The secret key is not random\./);
});

test('reports an unreachable database as a sentence [SCALE-01]', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [Error];
  expect(mendableReason(error)).toBe('The database cannot be reached (ECONNREFUSED). Check DATABASE_URL.');
});

test('names DATABASE_OWNER_URL when the owner cannot sign in at the start [SCALE-02]', async () => {
  const config = readConfig({
    DATABASE_URL: testServerUrl().replace('@/', '@localhost/'),
    DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:1/trace',
    TRACE_SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  const error: unknown = await startServer(config).catch((reason: unknown) => reason);
  expect(mendableReason(error)).toBe('The database cannot be reached (ECONNREFUSED). Check DATABASE_OWNER_URL.');
});

test('reports a start problem in its own words [SCALE-01]', () => {
  expect(mendableReason(new StartProblem('Set DATABASE_URL.'))).toBe('Set DATABASE_URL.');
});

const stateOf = (code: string): Error => Object.assign(new Error('refused'), { code });

test.each([
  [stateOf('28P01'), /^The database refuses the password in DATABASE_URL/],
  [stateOf('28000'), /^The database refuses the user in DATABASE_URL/],
  [stateOf('3D000'), /^The database named in DATABASE_URL does not exist/],
  [stateOf('42501'), /^The user in DATABASE_URL lacks privileges/],
  [stateOf('25006'), /DATABASE_URL is read-only/],
  [stateOf('53300'), /max_connections/],
  [stateOf('53100'), /Free space/],
  [stateOf('EAI_AGAIN'), /cannot be reached \(EAI_AGAIN\). Check DATABASE_URL/],
  [stateOf('SELF_SIGNED_CERT_IN_CHAIN'), /sslrootcert=\/path\/to\/ca.pem to DATABASE_URL/],
  [new Error('The server does not support SSL connections'), /speaks no TLS, but DATABASE_URL asks for it/],
  [new Error('Connection terminated due to connection timeout'), /host and port of DATABASE_URL/],
  [new Error('timeout expired'), /host and port of DATABASE_URL/],
  [new Error('Connection terminated unexpectedly'), /lead to PostgreSQL and that it runs/],
  [stateOf('57P03'), /Start again when it accepts connections/],
  [new Error('migration 0001 failed', { cause: stateOf('42501') }), /lacks privileges/],
])('reports a database that cannot be used as a sentence: %s [SCALE-02]', (error, sentence) => {
  expect(mendableReason(error)).toMatch(sentence);
  expect(mendableReason(error)).not.toContain('\n');
});

test('reports a database that was sealed with another key as a sentence with the setting [SCALE-02]', () => {
  const sealed = createSecrets(randomBytes(32)).seal('key', 'authority');
  let problem: unknown;
  try {
    createSecrets(randomBytes(32)).open(sealed, 'authority');
  } catch (error) {
    problem = error;
  }
  expect(mendableReason(problem)).toMatch(/^The database was sealed with another secret key. Set TRACE_SECRET_KEY/);
});
