import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findFreePorts } from '@trace/equipment/free-ports';
import { killProcess, processesOn } from './processes.ts';

/** A demo user as introduced by the demo's welcome text. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface People {
  readonly premium: Person;
  readonly free: Person;
  readonly installer: Person;
  readonly staff: Person;
}

/** The demo as an outside user runs the demo: a process with its own data directory, always on the same ports. */
export interface DemoPortal {
  readonly url: string;
  readonly mqttsPort: number;
  readonly dataDirectory: string;
  /** Known after the first start, and the same after every later start. */
  people(): People;
  start(): Promise<void>;
  /** Sends Ctrl-C, waits for the end and returns the exit code. Throws when a process is left. */
  stop(): Promise<number | null>;
  /** Sends kill -9 only to the server. Its database gets no signal. */
  kill(): Promise<void>;
  /** Stops the running demo and removes the data. */
  dispose(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
/** Ends the server when this process ends, for whatever reason. */
const LIFELINE = join(ROOT, 'tools/src/lifeline.cjs');

/** The data of a stopped demo, and the address at which that demo ran. */
export type DemoSeed = Pick<DemoPortal, 'dataDirectory' | 'url'>;

/** Creates a demo that starts with a copy of the seed. Without a seed, its first start makes its people and devices. */
export async function createDemoPortal(seed: DemoSeed | null = null): Promise<DemoPortal> {
  const directory = await mkdtemp(join(tmpdir(), 'trace-e2e-'));
  const dataDirectory = join(directory, 'data');
  const [port, mqttsPort] = (await findFreePorts(2)) as [number, number];
  const url = `http://127.0.0.1:${port}`;
  if (seed !== null) await copySeedWithInbox(seed, { dataDirectory, url });
  const settings = {
    PORT: String(port),
    MQTTS_PORT: String(mqttsPort),
    TRACE_DATA_DIR: dataDirectory,
    // The demo contacts no outside host, so the map looks the same everywhere.
    MAP_PROVIDER: 'none',
    // Staff sign in as they do at a company.
    STAFF_SECOND_FACTOR: 'on',
    // A device counts as updated after two seconds with its new version.
    FIRMWARE_CONFIRM_SEC: '2',
  };
  let running: ChildProcess | null = null;
  let people: People | null = null;

  const start = async (): Promise<void> => {
    // The working directory is bare: a developer's .env is not ours.
    running = spawn(process.execPath, ['--require', LIFELINE, join(ROOT, 'server/src/demo/demo.ts')], {
      cwd: directory,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    people = peopleIn(await readWelcome(running));
  };

  const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<number | null> => {
    if (running === null) throw new Error('the demo does not run');
    const child = running;
    running = null;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };

  const stop = async (): Promise<number | null> => {
    const exitCode = await end('SIGINT');
    const left = processesOn(directory);
    if (left.length > 0) throw new Error(`the demo has ended and left the processes ${left.join(', ')}`);
    return exitCode;
  };

  return {
    url,
    mqttsPort,
    dataDirectory,
    people: () => {
      if (people === null) throw new Error('the demo was never ready');
      return people;
    },
    start,
    stop,
    kill: async () => {
      await end('SIGKILL');
    },
    dispose: async () => {
      try {
        if (running !== null) await stop();
      } finally {
        for (const pid of processesOn(directory)) killProcess(pid);
        await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      }
    },
  };
}

/** Copies the data with owners and rights. */
export async function copySeed(seed: DemoSeed, dataDirectory: string): Promise<void> {
  await promisify(execFile)('cp', ['--archive', seed.dataDirectory, dataDirectory]);
}

/** The demo's inbox keeps emails with links, which must lead to the copy. */
async function copySeedWithInbox(seed: DemoSeed, { dataDirectory, url }: DemoSeed): Promise<void> {
  await copySeed(seed, dataDirectory);
  const inbox = join(dataDirectory, 'demo/inbox.json');
  await writeFile(inbox, (await readFile(inbox, 'utf8')).replaceAll(seed.url, url));
}

/**
 * Returns the demo's output up to its ready message. Throws with the output so far when the demo ends early or takes
 * too long.
 */
function readWelcome(child: ChildProcess): Promise<string> {
  return new Promise((resolveWelcome, reject) => {
    let said = '';
    const fail = (reason: string): void => reject(new Error(`the demo ${reason}:\n${said}`));
    const deadline = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (!said.includes('Press Ctrl-C to stop.')) return;
      clearTimeout(deadline);
      resolveWelcome(said);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      fail(`ended with ${signal ?? code} before it was ready`);
    });
  });
}

const PERSON = /^ {2}(\S+ \S+) +(user, premium|user, free plan|installer|support staff) +(\S+@\S+) +(\S+)$/gm;

function peopleIn(welcome: string): People {
  const found = new Map<string, Person>();
  for (const [, name, is, email, password] of welcome.matchAll(PERSON)) {
    found.set(is!, { name: name!, email: email!, password: password! });
  }
  const [premium, free, installer, staff] = ['user, premium', 'user, free plan', 'installer', 'support staff'].map(
    (is) => found.get(is),
  );
  if (!premium || !free || !installer || !staff) throw new Error(`the demo does not introduce everybody:\n${welcome}`);
  return { premium, free, installer, staff };
}
