// Detects the processes that use a data directory. Lock files may be stale, so /proc and a claimed socket name decide.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Stop } from '#platform/clock/clock';
import { StartProblem } from '#platform/refusal/start-problem';

const LOOK_EVERY_MS = 20;
/** Wait after SIGINT. A server whose parent died is already shutting down. SIGQUIT follows, then SIGKILL. */
const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/**
 * Locks a directory for this process until release or until the process dies. The lock is a name in Linux's abstract
 * socket space, which the kernel frees. Throws when another live process has the lock.
 */
export function lockDirectory(directory: string): Promise<Stop> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  const claim = createServer((socket) => socket.destroy());
  claim.unref();
  return new Promise((resolve, reject) => {
    claim.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new StartProblem(describeTaken(directory)) : error);
    });
    claim.listen(`\0trace-postgres-${name}`, () => resolve(() => void claim.close()));
  });
}

const describeTaken = (directory: string): string =>
  `Another Trace server is running with the data in ${directory}. Stop it or set a different folder (TRACE_DATA_DIR).`;

/**
 * Prepares an abandoned data directory for a start. Ends a server that outlived its parent, then removes stale lock
 * files, whose process ids may by now belong to other processes.
 */
export async function clearAbandoned(dataDirectory: string, lockFiles: string[]): Promise<void> {
  if (!lockFiles.some((file) => existsSync(file))) return;
  const steps = [
    { signal: 'SIGINT', waitMs: FAST_SHUTDOWN_MS },
    { signal: 'SIGQUIT', waitMs: IMMEDIATE_SHUTDOWN_MS },
    { signal: 'SIGKILL', waitMs: IMMEDIATE_SHUTDOWN_MS },
  ] as const;
  for (const { signal, waitMs } of steps) {
    if (processesIn(dataDirectory).length === 0) break;
    for (const pid of processesIn(dataDirectory)) sendSignal(pid, signal);
    await waitUntilEmpty(dataDirectory, waitMs);
  }
  if (processesIn(dataDirectory).length > 0) throw new Error(`processes in ${dataDirectory} do not end`);
  for (const file of lockFiles) rmSync(file, { force: true });
}

/** Lists processes whose working directory is the data directory, as for every process of a PostgreSQL server. */
export function processesIn(dataDirectory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => workingDirectoryOf(pid) === dataDirectory).map(Number);
}

function workingDirectoryOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended, is a zombie, or belongs to another user. In each case the process is not our server.
    return undefined;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilEmpty(dataDirectory: string, waitMs: number): Promise<void> {
  const giveUpMs = performance.now() + waitMs;
  while (processesIn(dataDirectory).length > 0 && performance.now() < giveUpMs) await wait(LOOK_EVERY_MS);
}
