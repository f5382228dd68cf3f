import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes that live on a directory, by their working directory or their command line, as Linux tells it. */
export function processesOn(directory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => livesOn(pid, directory)).map(Number);
}

function livesOn(pid: string, directory: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory);
  } catch {
    // It has ended meanwhile, or belongs to somebody whose processes are none of ours.
    return false;
  }
}

/** Ends a process the hard way; one that has ended meanwhile is what was wanted. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
