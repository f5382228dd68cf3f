// Process data from Linux: children, memory, processor time.
import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks per second, as /proc counts processor time; 100 on every Linux that Node runs on. */
const TICKS_PER_SEC = 100;

/**
 * After the name, which may hold spaces: 0 state · 1 parent · 11 user ticks · 12 system ticks · 13 and 14 the same of
 * ended children.
 */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // Ended meanwhile.
    return null;
  }
}

/** Returns the running child processes of this process. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((other) => Number(statOf(other)?.[1]) === pid);
}

/**
 * Returns the processor seconds of a process since its start, in user and kernel mode. 0 when the process has ended.
 */
export function cpuSec(pid: number): number {
  const stat = statOf(pid);
  return stat === null ? 0 : (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SEC;
}

/** Returns the processor seconds of the children of a process that have ended. */
export function endedChildrenCpuSec(pid: number): number {
  const stat = statOf(pid);
  return stat === null ? 0 : (Number(stat[13]) + Number(stat[14])) / TICKS_PER_SEC;
}

/** Returns the resident memory. 0 when the process has ended. */
export function rssBytes(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib ?? 0) * 1024;
  } catch {
    // Ended meanwhile.
    return 0;
  }
}

/** Sends a signal. A process that has ended meanwhile is either the goal or irrelevant, so that error is ignored. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
