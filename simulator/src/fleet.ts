import type { Behaviour } from './device/behaviour.ts';
import { systemClock } from './clock.ts';
import type { Clock, Stop } from './clock.ts';
import type { Network } from './device/connection.ts';
import { createFaults } from './faults.ts';
import type { FaultPlan } from './faults.ts';
import type { Flash } from './firmware/flash.ts';
import { createFleetMeter } from './fleet-statistics.ts';
import type { FleetStatistics } from './fleet-statistics.ts';
import type { CertificateMemory } from './device/certificates/certificate-memory.ts';
import { createDrive } from './routes/drives.ts';
import type { Route } from './routes/route.ts';
import { createTracker } from './device/tracker.ts';
import type { Tracker } from './device/tracker.ts';

/** Options of a single fleet member. Every option has a default. */
export interface FleetMember {
  readonly serial: string;
  readonly network: Network;
  readonly route?: Route;
  readonly behaviour?: Partial<Behaviour>;
  readonly trustedFirmwareKeys?: readonly string[];
  readonly flash?: Flash;
  readonly certificates?: CertificateMemory;
}

export interface FleetOptions {
  readonly count: number;
  memberOf(index: number): FleetMember;
  readonly faults?: FaultPlan;
  /** New connections per second while the fleet starts. */
  readonly connectsPerSec?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  /** Messages that each ledger keeps; 0, the usual value, keeps none. */
  readonly ledgerCapacity?: number;
}

export interface Fleet {
  readonly trackers: readonly Tracker[];
  /** Begins to connect the trackers at the given rate. Does not wait. */
  start(): void;
  /** All say goodbye and disconnect. */
  stop(): Promise<void>;
  /** Figures per second count from the last reading. */
  statistics(): FleetStatistics;
}

const USUAL_CONNECTS_PER_SEC = 500;
const RAMP_STEP_MS = 20;
/** Each device of a large fleet keeps a small backlog, because thousands share a process. */
const BACKLOG_CAPACITY = 200;

/** Creates many trackers in a single process. */
export function createFleet(options: FleetOptions): Fleet {
  const { clock = systemClock, connectsPerSec = USUAL_CONNECTS_PER_SEC, seed = 1 } = options;
  const meter = createFleetMeter(clock.nowMs());
  const trackers = Array.from({ length: options.count }, (_, index) => {
    const tracker = createMember(options, index, seed + index, clock);
    meter.watch(tracker);
    return tracker;
  });
  let stopRamp: Stop = () => {};
  let startedCount = 0;

  const startDue = (beganAtMs: number): void => {
    const elapsedMs = clock.nowMs() - beganAtMs + RAMP_STEP_MS;
    const dueCount = Math.ceil((elapsedMs / 1_000) * connectsPerSec);
    for (const tracker of trackers.slice(startedCount, dueCount)) void tracker.start();
    startedCount = dueCount;
    if (startedCount < trackers.length) stopRamp = clock.after(RAMP_STEP_MS, () => startDue(beganAtMs));
  };

  return {
    trackers,
    start: () => startDue(clock.nowMs()),
    async stop() {
      stopRamp();
      await Promise.all(trackers.map((tracker) => tracker.stop()));
    },
    statistics: () => meter.read(clock.nowMs()),
  };
}

function createMember(options: FleetOptions, index: number, seed: number, clock: Clock): Tracker {
  const member = options.memberOf(index);
  return createTracker({
    ...member,
    route: member.route ?? createDrive({ seed }),
    clock,
    seed,
    ledgerCapacity: options.ledgerCapacity ?? 0,
    backlogCapacity: BACKLOG_CAPACITY,
    ...(options.faults === undefined ? {} : { faults: createFaults(options.faults, seed, clock) }),
  });
}
