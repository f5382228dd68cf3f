// Several server processes on one database server, behind load balancers for people and trackers, in the steps
// of the chapter "From one machine to three" of docs/operations.md.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startBalancer, type Balancer } from './balancer.ts';
import { childrenOf } from './processes.ts';
import { repositoryRoot } from '../repository.ts';
import { createWorld, type Ready, type World, type WorldOptions } from './world.ts';

export interface Cluster {
  readonly worlds: readonly World[];
  readonly forPeople: Balancer;
  readonly forTrackers: Balancer;
  /** As of a single server, with the addresses of the load balancers. */
  ready(): Ready;
  /** The main process of the database, then its children. */
  databasePids(): number[];
  dispose(): Promise<void>;
}

export async function startCluster(processes: number, options: WorldOptions): Promise<Cluster> {
  const database = await startDatabase();
  const worlds: World[] = [];
  const dispose = async (): Promise<void> => {
    await Promise.all(worlds.map((world) => world.dispose()));
    await database.stop();
  };
  try {
    const settings = {
      ...options.settings,
      DATABASE_URL: database.url,
      TRACE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    for (let count = 0; count < processes; count += 1) worlds.push(await createWorld({ ...options, settings }));
    // The first process makes accounts and devices. The others find these.
    for (const world of worlds) await world.start();
    const ready = worlds.map((world) => world.ready());
    const forPeople = await startBalancer(ready.map(({ url }) => Number(new URL(url).port)));
    const forTrackers = await startBalancer(ready.map(({ mqttPort }) => mqttPort));
    return {
      worlds,
      forPeople,
      forTrackers,
      ready: () => ({ ...ready[0]!, url: `http://127.0.0.1:${forPeople.port}`, mqttPort: forTrackers.port }),
      databasePids: database.pids,
      async dispose() {
        forPeople.stop();
        forTrackers.stop();
        await dispose();
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function startDatabase() {
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-pg-'));
  const script = path.join(repositoryRoot, 'server/src/cli/bench/database.ts');
  const child = spawn(process.execPath, [script, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the database ended (${code})`)));
    createInterface({ input: child.stdout }).once('line', (line) => resolve((JSON.parse(line) as { url: string }).url));
  });
  return {
    url,
    pids: () => {
      const file = path.join(directory, 'data/postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      return [first, ...childrenOf(first)];
    },
    stop: async () => {
      if (child.exitCode === null) {
        child.stdin.end();
        await once(child, 'exit');
      }
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
