// Gives each process a fixed share of the time, by SIGSTOP and SIGCONT. The process is then the limit of a measurement,
// and not the cores, which database and clients use too.
import { setTimeout as wait } from 'node:timers/promises';
import { signal } from './processes.ts';

export interface DutyCycle {
  readonly runMs: number;
  readonly periodMs: number;
}

/**
 * The processes take turns, because two would compete for a core. The returned function ends the cycle, and all
 * processes run freely.
 */
export function startDutyCycle(pids: readonly number[], { runMs, periodMs }: DutyCycle): () => Promise<void> {
  let isEnded = false;

  const takeTurns = async (pid: number, offsetMs: number): Promise<void> => {
    let nextMs = performance.now() + offsetMs;
    while (!isEnded) {
      signal(pid, 'SIGSTOP');
      await wait(Math.max(0, nextMs - performance.now()));
      signal(pid, 'SIGCONT');
      await wait(runMs);
      // A late turn moves the later ones, so that no process makes up for lost time.
      nextMs = Math.max(nextMs + periodMs, performance.now());
    }
  };

  const turns = pids.map((pid, index) => takeTurns(pid, (index * periodMs) / pids.length));
  return async () => {
    isEnded = true;
    await Promise.all(turns);
  };
}
