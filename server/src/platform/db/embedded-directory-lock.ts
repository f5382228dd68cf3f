// Who lives in a data directory? Lock files tell what was once true; /proc and a held name tell what is.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Stop } from '#platform/clock/clock';

const LOOK_EVERY_MS = 20;
/** A server whose parent died is already shutting down; after this long it is told again, then ended hard. */
const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/**
 * Claims a directory for this process, until released or until the process dies: a name in Linux's abstract socket
 * space, which the kernel frees by itself. Throws when another live process holds it.
 */
export function lockDirectory(directory: string): Promise<Stop> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  const claim = createServer((socket) => socket.destroy());
  claim.unref();
  return new Promise((resolve, reject) => {
    claim.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`another server is running with the data in ${directory}`) : error);
    });
    claim.listen(`\0trace-postgres-${name}`, () => resolve(() => void claim.close()));
  });
}

/**
 * Makes an abandoned data directory ready for a start: waits for a server that outlived its parent, then removes the
 * lock files that name nobody any more (their process ids may since belong to somebody else).
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

/** Every process of a PostgreSQL server has the data directory as its working directory. */
export function processesIn(dataDirectory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => workingDirectoryOf(pid) === dataDirectory).map(Number);
}

function workingDirectoryOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended meanwhile, a zombie, or another user's: in none of these cases is it our server.
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
