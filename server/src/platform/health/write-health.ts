// Whether the database accepts writes: known from failed requests at once, and from a probe that also notices the end.
import { Counter, Gauge, type Registry } from 'prom-client';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { writeProblemOf, type WriteProblem } from '#platform/db/errors';
import { probeWrite } from '#platform/db/write-probe';
import type { Log } from '#platform/log/log';

import { measureDisk } from './data-disk.ts';

export interface WriteHealth {
  /** Why the database refuses writes, or null. */
  problem(): WriteProblem | null;
  /** A request failed with this error. Errors of another kind are ignored. */
  report(error: unknown): void;
  /** Resolves after the first probe. */
  start(): Promise<void>;
  stop(): void;
}

export interface WriteHealthOptions {
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Registry;
  /** The data folder, whose free space is measured. */
  readonly directory: string;
}

const LOOK_EVERY_MS = 2_000;
const PROBE_EVERY_MS = 10_000;

/** Probes every 10 s, and every 2 s during an outage, so that an outage ends by itself. */
export function createWriteHealth({ database, clock, log, metrics, directory }: WriteHealthOptions): WriteHealth {
  let problem: WriteProblem | null = null;
  let probedMs = -Infinity;
  let stopLooking: Stop = () => {};

  const refused = new Counter({
    name: 'trace_writes_refused_total',
    help: 'Writes that failed because no space is left or the database is read-only',
    labelNames: ['problem'],
    registers: [metrics],
  });
  exposeState(metrics, directory, () => problem);

  const become = (next: WriteProblem | null): void => {
    if (next === problem) return;
    problem = next;
    if (next === null) log.info('The database accepts writes again');
    else log.error({ problem: next }, 'Nothing can be written, requests are answered with 503 until writes succeed');
  };

  const probe = async (): Promise<void> => {
    probedMs = clock.now().getTime();
    try {
      await probeWrite(database);
      become(null);
    } catch (error) {
      const found = writeProblemOf(error);
      if (found !== null) return become(found);
      // Neither yes nor no: the database is away, or busy.
      log.warn({ err: error }, 'The write probe failed, retrying');
    }
  };

  const look = async (): Promise<void> => {
    if (problem !== null || clock.now().getTime() - probedMs >= PROBE_EVERY_MS) await probe();
  };

  return {
    problem: () => problem,
    report: (error) => {
      const found = writeProblemOf(error);
      if (found === null) return;
      refused.inc({ problem: found });
      become(found);
    },
    start: async () => {
      await probe();
      stopLooking = clock.every(LOOK_EVERY_MS, look);
    },
    stop: () => stopLooking(),
  };
}

function exposeState(metrics: Registry, directory: string, problem: () => WriteProblem | null): void {
  const writable: Gauge = new Gauge({
    name: 'trace_database_writable',
    help: '1 while the database accepts writes, 0 while it refuses them',
    registers: [metrics],
    collect: () => writable.set(problem() === null ? 1 : 0),
  });
  const space: Gauge = new Gauge({
    name: 'trace_data_disk_bytes',
    help: 'Size of the disk of the data folder and the space that is free for this user',
    labelNames: ['kind'],
    registers: [metrics],
    collect: async () => {
      const disk = await measureDisk(directory);
      if (disk === null) return space.reset();
      space.set({ kind: 'size' }, disk.sizeBytes);
      space.set({ kind: 'free' }, disk.freeBytes);
    },
  });
}
