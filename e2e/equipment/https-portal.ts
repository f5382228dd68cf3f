import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import 'reflect-metadata';
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { findFreePorts } from '@trace/equipment/free-ports';
import { copySeed, type DemoSeed } from './demo-portal.ts';

/** The name in the certificate. The story maps it to this machine. */
export const HTTPS_HOST = 'trace.test';

export interface HttpsPortal {
  readonly url: string;
  /** Makes a staff account at the server's console. */
  addStaff(email: string): Promise<{ email: string; password: string }>;
  stop(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const LIFELINE = join(ROOT, 'tools/src/lifeline.cjs');
const DAY_MS = 86_400_000;

/** The server as an operator runs it, with certificate files, on a copy of the seed's data. */
export async function startHttpsPortal(seed: DemoSeed): Promise<HttpsPortal> {
  const directory = await mkdtemp(join(tmpdir(), 'trace-https-'));
  const [port, mqttsPort] = (await findFreePorts(2)) as [number, number];
  const dataDirectory = join(directory, 'data');
  await Promise.all([writeCertificate(directory), copySeed(seed, dataDirectory)]);
  const settings = {
    PORT: String(port),
    MQTTS_PORT: String(mqttsPort),
    PUBLIC_URL: `https://${HTTPS_HOST}:${port}`,
    TLS_CERT: join(directory, 'fullchain.pem'),
    TLS_KEY: join(directory, 'privkey.pem'),
    TRACE_DATA_DIR: dataDirectory,
    MAP_PROVIDER: 'none',
  };
  const env = { ...process.env, ...settings };
  const server = spawn(process.execPath, ['--require', LIFELINE, join(ROOT, 'server/src/main.ts')], {
    ...{ cwd: directory, env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await untilReady(server);
  return {
    url: settings.PUBLIC_URL,
    addStaff: async (email) => {
      const command = join(ROOT, 'server/src/cli/staff.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [command, 'add', email], { cwd: directory, env });
      return { email, password: /: (\S+)\s*$/.exec(stdout)![1]! };
    },
    stop: async () => {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Throws when the server ends early. */
async function untilReady(server: ChildProcess): Promise<void> {
  server.stdout!.setEncoding('utf8');
  for await (const chunk of server.stdout!) if (String(chunk).includes('Trace is ready')) break;
  server.stdout!.resume();
  if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
}

async function writeCertificate(directory: string): Promise<void> {
  cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${HTTPS_HOST}`, keys, signingAlgorithm: algorithm },
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 60 * DAY_MS),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: HTTPS_HOST }])],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  await writeFile(join(directory, 'fullchain.pem'), certificate.toString('pem'));
  await writeFile(join(directory, 'privkey.pem'), `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`);
}
