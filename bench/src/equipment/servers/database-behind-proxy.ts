// A separate database behind a fault proxy, for servers that are started with its address as DATABASE_URL.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { repositoryRoot } from '../repository.ts';

export interface DatabaseBehindProxy {
  /** For servers: the address through the proxy, and the key that a server with DATABASE_URL needs. */
  readonly settings: Readonly<Record<string, string>>;
  /** For checkers, past the proxy. */
  readonly directUrl: string;
  readonly proxy: FaultProxy;
  stop(): Promise<void>;
}

interface Options {
  readonly random: () => number;
  /** Reads the bytes on the way to the database. Returns false to swallow the bytes. */
  onBytes?(bytes: Buffer): boolean;
}

const SCRIPT = path.join(repositoryRoot, 'server/src/cli/bench/database.ts');

export async function startDatabaseBehindProxy(options: Options): Promise<DatabaseBehindProxy> {
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-db-'));
  const child = spawn(process.execPath, [SCRIPT, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const directUrl = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => resolve((JSON.parse(line) as { url: string }).url));
    child.once('exit', (code) => reject(new Error(`the database ended with ${code} before it was ready`)));
  });
  const proxy = await startFaultProxy({ target: addressOf(directUrl), ...options });
  const { username, password } = new URL(directUrl.replace('@/', '@localhost/'));
  return {
    settings: {
      DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${proxy.port}/postgres`,
      TRACE_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    directUrl,
    proxy,
    stop: async () => {
      await proxy.stop();
      child.stdin.end();
      await ended;
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A socket file, or a port of the loopback. */
function addressOf(url: string): { path: string } | { host: string; port: number } {
  const { searchParams, hostname, port } = new URL(url.replace('@/', '@localhost/'));
  const folder = searchParams.get('host');
  if (folder !== null) return { path: path.join(folder, `.s.PGSQL.${searchParams.get('port') ?? ''}`) };
  return { host: hostname, port: Number(port) };
}
