// A run of the PostgreSQL server program: from its start until it is ready, and its end.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';

import { childEnvironment } from './embedded-account.ts';
import { causeIn } from './embedded-complaint.ts';

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with words for the log. */
  readonly ended: Promise<string>;
  /** Fast shutdown: rolls back open transactions and keeps committed transactions. Sends SIGQUIT after a timeout. */
  stop(): Promise<void>;
}

/** Of silence. A recovery reports its progress every ten seconds: after a restore there can be a day of WAL to replay. */
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const REMEMBERED_LINES = 20;
/** Normal messages despite a high severity: a client connected too early, or a stop ended a connection. */
const NORMAL = [
  'the database system is starting up',
  'the database system is not yet accepting connections',
  'terminating connection due to administrator command',
];
const READY = 'database system is ready to accept connections';

/** Settings go in as arguments, so that the files of the data directory never need an edit. */
export async function startServerProcess(
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
  log: Log,
): Promise<ServerProcess> {
  const [program, ...args] = [
    ...command,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  if (program === undefined) throw new Error('no program to run');
  // Detached, so Ctrl+C in a terminal reaches only the server. The server then ends its database in the right order.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: childEnvironment, detached: true });
  const ended = describeEnd(child);
  try {
    await untilReady(child.stderr, ended, log);
  } catch (error) {
    child.kill('SIGQUIT');
    throw error;
  }
  if (child.pid === undefined) throw new Error('PostgreSQL has no process id');
  return { pid: child.pid, ended, stop: () => stopChild(child, ended) };
}

function describeEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}

function untilReady(errorOutput: Readable, ended: Promise<string>, log: Log): Promise<void> {
  const recent: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new StartProblem(describeStartFailure(why, recent.join('\n'))));
    const timer = setTimeout(() => fail('is not ready in time'), READY_TIMEOUT_MS);
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
    };
    ended.then((how) => {
      end();
      fail(`ended at its start (${how})`);
    }, reject);
    createInterface({ input: errorOutput }).on('line', (line) => {
      writeLine(line, log);
      remember(line, recent);
      if (isOver) return;
      timer.refresh();
      if (!line.includes(READY)) return;
      end();
      resolve();
    });
  });
}

const describeStartFailure = (why: string, output: string): string =>
  `The embedded database ${why}: ${causeIn(output)}. Check the disk of TRACE_DATA_DIR: its free space, and the owner of the files.`;

function remember(line: string, recent: string[]): void {
  recent.push(line);
  if (recent.length > REMEMBERED_LINES) recent.shift();
}

/** Logs a PostgreSQL line, which starts with its severity. Messages of normal operation go to the debug level. */
function writeLine(line: string, log: Log): void {
  const isTrouble = /^(WARNING|ERROR|FATAL|PANIC):/.test(line) && !NORMAL.some((words) => line.includes(words));
  log[isTrouble ? 'warn' : 'debug']({ postgres: line.trim() }, 'database');
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(hard);
}
