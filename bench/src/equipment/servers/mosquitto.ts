// Bare Mosquitto as a baseline: receives messages and discards each message without storing it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { holdsWithin } from '../until.ts';

export interface Broker {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const PROGRAM = '/usr/sbin/mosquitto';
const PORT = 21_883;
const READY_WITHIN_MS = 5_000;

/** Returns null when Mosquitto is not installed. */
export async function startMosquitto(): Promise<Broker | null> {
  if (!existsSync(PROGRAM)) return null;
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-mosquitto-'));
  const file = path.join(directory, 'mosquitto.conf');
  // Without TCP_NODELAY every acknowledgement waits for the other side's delayed ACK: 44 ms.
  const settings = [
    `listener ${PORT} 127.0.0.1`,
    'allow_anonymous true',
    'persistence false',
    'set_tcp_nodelay true',
    'log_type error',
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  const child = spawn(PROGRAM, ['-c', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  if (await holdsWithin(READY_WITHIN_MS, listens)) return { port: PORT, pid: child.pid ?? 0, stop };
  await stop();
  throw new Error('Mosquitto does not listen');
}

function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ host: '127.0.0.1', port: PORT });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
