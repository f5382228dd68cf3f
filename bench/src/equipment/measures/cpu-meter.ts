// Measures the processor time of the server and of its database over a span. A noisy neighbour cannot distort this
// figure.
import { cpuSec, endedChildrenCpuSec } from '../servers/processes.ts';
import type { World } from '../servers/world.ts';

export interface CpuMeter {
  readonly begin: () => void;
  readonly end: () => void;
  /** Seconds between the two. */
  spent(): { server: number; database: number };
}

export function createCpuMeter(world: World): CpuMeter {
  const read = () => {
    const pids = world.databasePids();
    // A database process that ended meanwhile is counted by the main process.
    const ended = endedChildrenCpuSec(pids[0] ?? 0);
    return { server: cpuSec(world.pid()), database: pids.reduce((sum, pid) => sum + cpuSec(pid), ended) };
  };
  let before = read();
  let after = before;
  return {
    begin: () => {
      before = read();
    },
    end: () => {
      after = read();
    },
    spent: () => ({ server: after.server - before.server, database: after.database - before.database }),
  };
}
