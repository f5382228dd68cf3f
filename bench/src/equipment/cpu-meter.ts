// Measures the processor time of the server and of its database over a span. A noisy neighbour cannot distort this
// figure.
import { cpuSec } from './processes.ts';
import type { World } from './world.ts';

export interface CpuMeter {
  readonly begin: () => void;
  readonly end: () => void;
  /** Seconds between the two. */
  spent(): { server: number; database: number };
}

export function createCpuMeter(world: World): CpuMeter {
  const read = () => ({
    server: cpuSec(world.pid()),
    database: world.databasePids().reduce((sum, pid) => sum + cpuSec(pid), 0),
  });
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
