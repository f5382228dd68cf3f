import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Returns the processes that use a directory, by working directory or command line, as reported by Linux. */
export function processesOn(directory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => livesOn(pid, directory)).map(Number);
}

function livesOn(pid: string, directory: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory);
  } catch {
    // The process has ended meanwhile, or belongs to another user of the machine.
    return false;
  }
}

/** Kills a process with SIGKILL. A process that has already ended is the goal, so that error is ignored. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
