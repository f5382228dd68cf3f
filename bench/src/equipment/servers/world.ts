// The product as an outside user runs it: a child process with its own data directory, reached only through its ports.
import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findFreePorts } from '@trace/equipment/free-ports';
import { childrenOf, signal } from './processes.ts';
import { repositoryRoot } from '../repository.ts';

/** The output of `server/src/cli/bench/world.ts` when the server is ready. */
export interface Ready {
  readonly url: string;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  readonly databaseUrl: string;
  readonly person: { readonly email: string; readonly password: string };
}

export interface WorldOptions {
  readonly devices: number;
  /** Accounts in addition to the account with the devices: `bench-person-1@example.com` and so on. */
  readonly people?: number;
  /** The folder that contains `src/cli/bench/world.ts`: the server of this repository, or a changed copy. */
  readonly serverDirectory?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  /** A folder of certificate requests of devices; their certificates are there when the server is ready. */
  readonly sign?: string;
  /** Settings of the payment service that sells premium. Without these settings no user can subscribe. */
  readonly payments?: string;
  /** Premium users with one device each, `bench-wearer-1@example.com` and so on, for panics. */
  readonly wearers?: number;
  /** Groups of people who share nothing: see `server/src/cli/bench/world.ts`. */
  readonly tenants?: number;
  /** Called with all that the server writes to its output. */
  readonly onOutput?: (text: string) => void;
  /** The push service that browsers are subscribed at: `origin` and `ca`. */
  readonly push?: object;
  /** Puts the data on a file system of this size that only the server sees. Needs user namespaces. */
  readonly diskBytes?: number;
  /** The data of a stopped world, which this world starts with. */
  readonly restoreFrom?: string;
}

/** A data directory and the server that runs on the directory. The server may die and restart on the same ports. */
export interface World {
  /** The base address of the pages, known before the server runs. */
  readonly url: string;
  ready(): Ready;
  /** The data directory, as seen from here. */
  dataDirectory(): string;
  pid(): number;
  /** The process ids of the embedded database: first the main process, then its children. */
  databasePids(): number[];
  start(): Promise<Ready>;
  /** kill -9, and waits for the end. */
  kill(): Promise<void>;
  /**
   * Sends SIGTERM and waits for the end. Returns the exit code, or null when the server took too long and was killed.
   */
  stop(): Promise<number | null>;
  /** Stops the running server and removes the data. */
  dispose(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;
/** Registering, assigning and certifying. */
const READY_PER_DEVICE_MS = 60;
const STOP_WITHIN_MS = 15_000;
/** High enough for every bench: the limits per device and per address are not measured. All devices are local. */
const NO_LIMIT = {
  DEVICE_MESSAGES_PER_SEC: '1000000',
  DEVICE_BYTES_PER_MIN: '2000000000',
  DEVICE_PENDING_PER_ADDRESS: '20000',
};

export async function createWorld(options: WorldOptions): Promise<World> {
  const { serverDirectory = path.join(repositoryRoot, 'server'), nodeFlags = [] } = options;
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-bench-'));
  const [http, mqtts, mqtt] = await findFreePorts(3);
  const env = {
    ...process.env,
    ...NO_LIMIT,
    // The same value as `npm start` sets.
    NODE_COMPILE_CACHE: path.join(repositoryRoot, 'node_modules/.cache/compiled'),
    LOG_LEVEL: 'fatal',
    PORT: String(http),
    MQTTS_PORT: String(mqtts),
    MQTT_PORT: String(mqtt),
    TRACE_DATA_DIR: path.join(directory, 'd'),
    ...options.settings,
  };
  const script = path.join(serverDirectory, 'src/cli/bench/world.ts');
  const signing = options.sign === undefined ? [] : ['--sign', options.sign];
  const people = ['--people', String(options.people ?? 0)];
  const selling = options.payments === undefined ? [] : ['--payments', options.payments];
  const wearing = ['--wearers', String(options.wearers ?? 0)];
  const pushing = options.push === undefined ? [] : ['--push', JSON.stringify(options.push)];
  const [program, ...wrapping] = programFor(directory, options.diskBytes);
  const args = [
    ...wrapping,
    ...nodeFlags,
    script,
    '--devices',
    String(options.devices),
    ...people,
    ...signing,
    ...selling,
    ...wearing,
    ...['--tenants', String(options.tenants ?? 0)],
    ...pushing,
  ];
  let child: ChildProcess | null = null;
  let ready: Ready | null = null;

  const before = options.restoreFrom ?? (canStartFromSeed(options) ? await seed() : undefined);
  if (before !== undefined) await copyData(before, path.join(directory, 'd'));

  const running = (): ChildProcess => {
    if (child === null) throw new Error('the server does not run');
    return child;
  };

  const ended = async (): Promise<number | null> => {
    const code = await endOf(running());
    child = null;
    return code;
  };

  const world: World = {
    url: `http://127.0.0.1:${http}`,
    ready: () => {
      if (ready === null) throw new Error('the server was never ready');
      return ready;
    },
    dataDirectory: () => {
      const data = path.join(directory, 'd');
      // The server's own mount is reached through its process.
      return options.diskBytes === undefined ? data : `/proc/${running().pid}/root${data}`;
    },
    pid: () => running().pid ?? 0,
    databasePids: () => {
      const file = path.join(world.dataDirectory(), 'database/data/postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      return [first, ...childrenOf(first)];
    },
    start: async () => {
      child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout?.on('data', (chunk: Buffer) => options.onOutput?.(chunk.toString()));
      const told = await readyOf(
        child,
        READY_WITHIN_MS + (options.devices + (options.wearers ?? 0)) * READY_PER_DEVICE_MS,
      );
      const data = path.join(directory, 'd');
      const databaseUrl = told.databaseUrl.replace(encodeURIComponent(data), encodeURIComponent(world.dataDirectory()));
      ready = { ...told, databaseUrl };
      return ready;
    },
    kill: async () => {
      running().kill('SIGKILL');
      await ended();
    },
    stop: async () => {
      const stopping = running();
      stopping.kill('SIGTERM');
      const deadline = setTimeout(() => stopping.kill('SIGKILL'), STOP_WITHIN_MS);
      const code = await ended();
      clearTimeout(deadline);
      return code;
    },
    dispose: async () => {
      if (child !== null) await world.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  return world;
}

/** A changed server may have other migrations, and a limited disk is mounted later. */
const canStartFromSeed = ({ serverDirectory, diskBytes }: WorldOptions): boolean =>
  serverDirectory === undefined && diskBytes === undefined;

let seedMade: Promise<string> | null = null;

/** The data of a stopped world without devices. Starting on a copy takes a third less time than making a new database. */
function seed(): Promise<string> {
  seedMade ??= makeSeed();
  return seedMade;
}

async function makeSeed(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-bench-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'd');
  // An empty folder in place of the seed, on which the server makes a new database.
  await mkdir(data);
  const world = await createWorld({ devices: 0, restoreFrom: data });
  try {
    await world.start();
    const code = await world.stop();
    if (code !== 0) throw new Error(`the server of the seed ended with code ${code}`);
    await rm(data, { recursive: true });
    await copyData(world.dataDirectory(), data);
    return data;
  } finally {
    await world.dispose();
  }
}

/** The program copies a database in a tenth of the time that `fs.cp` takes. */
async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['--archive', from, to]);
}

const MOUNT = 'mount -t tmpfs -o size="$1",mode=700 none "$2" && shift 2 && exec "$@"';

/** Node, or Node in a namespace where the folder is a small file system of its own. */
function programFor(directory: string, diskBytes: number | undefined): [string, ...string[]] {
  if (diskBytes === undefined) return [process.execPath];
  const inNamespace = ['--user', '--map-root-user', '--mount', 'sh', '-c', MOUNT, 'sh', String(diskBytes), directory];
  return ['unshare', ...inNamespace, process.execPath];
}

/** Whether this machine lets an ordinary user mount a file system of their own. */
export function canLimitDisk(): boolean {
  const [program, ...args] = programFor(tmpdir(), 1_000_000);
  return spawnSync(program, [...args, '--version'], { stdio: 'ignore' }).status === 0;
}

/** A world that already runs. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const world = await createWorld(options);
  try {
    await world.start();
    return world;
  } catch (error) {
    await world.dispose();
    throw error;
  }
}

/**
 * Kills all database processes at once with SIGKILL. The main process dies first, so that the database cannot react.
 */
export function killDatabase(world: World): void {
  for (const pid of world.databasePids()) signal(pid, 'SIGKILL');
}

function readyOf(child: ChildProcess, withinMs: number): Promise<Ready> {
  const { stdout } = child;
  if (stdout === null) throw new Error('the server has no output');
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('the server was not ready in time')), withinMs);
    const settle = (): void => clearTimeout(deadline);
    createInterface({ input: stdout }).on('line', (line) => {
      if (!line.startsWith('{"ready":true')) return;
      settle();
      resolve(JSON.parse(line) as Ready);
    });
    child.once('exit', (code, how) => {
      settle();
      reject(new Error(`the server ended before it was ready (${how ?? code})`));
    });
  });
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
}
