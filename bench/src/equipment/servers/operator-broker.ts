// Mosquitto in the way of an operator: with the files of `npm run factory -- broker`, on free ports.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { holdsWithin } from '../until.ts';

export interface OperatorBroker {
  readonly devicePort: number;
  readonly serverPort: number;
  start(): Promise<void>;
  kill(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const PROGRAM = '/usr/sbin/mosquitto';
const READY_WITHIN_MS = 5_000;

export const isMosquittoInstalled = (): boolean => existsSync(PROGRAM);

/** Runs `npm run factory -- broker` for the data of this world. */
export async function writeBrokerFiles(folder: string, dataDirectory: string): Promise<void> {
  const script = path.join(repositoryRoot, 'server/src/cli/factory.ts');
  const child = spawn(process.execPath, [script, 'broker', folder, 'localhost'], {
    env: { ...process.env, TRACE_DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the files for the broker were not written (exit ${code})`);
}

/** The configuration in `folder`, with these ports instead of its own. */
export async function createOperatorBroker(
  folder: string,
  ports: { devicePort: number; serverPort: number },
): Promise<OperatorBroker> {
  const written = await readFile(path.join(folder, 'mosquitto.conf'), 'utf8');
  const changed = written
    .replace('listener 8883', `listener ${ports.devicePort} 127.0.0.1`)
    .replace('listener 8884', `listener ${ports.serverPort} 127.0.0.1`);
  const file = path.join(folder, 'on-free-ports.conf');
  // Started by root, Mosquitto becomes the user `mosquitto`, who cannot read the folder.
  await writeFile(file, process.getuid?.() === 0 ? `user root\n${changed}` : changed);
  let child: ChildProcess | null = null;
  return {
    ...ports,
    start: async () => {
      child = spawn(PROGRAM, ['-c', file], { stdio: ['ignore', 'ignore', 'ignore'] });
      if (!(await holdsWithin(READY_WITHIN_MS, () => listens(ports.serverPort))))
        throw new Error('Mosquitto does not listen');
    },
    kill: async (how) => {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null) return;
      ending.kill(how);
      await once(ending, 'exit');
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ host: '127.0.0.1', port });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
