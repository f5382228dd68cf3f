import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { Behaviour } from './behaviour.ts';
import type { Clock } from '../clock.ts';
import type { Network } from './connection.ts';
import type { Events } from '../events.ts';
import type { Faults } from '../faults.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { TrackerPhase } from './life-cycle.ts';
import type { Acknowledgement } from './messenger.ts';
import type { PaceLimits } from '../pace.ts';
import type { Fix, Route } from '../routes/route.ts';
import type { IgnoredBecause } from './tracker-commands.ts';

export interface TrackerOptions {
  readonly serial: string;
  readonly network: Network;
  readonly behaviour?: Partial<Behaviour>;
  readonly route?: Route;
  /** The device's own time: its rhythms, leases, sleep and time stamps. */
  readonly clock?: Clock;
  /** Time on the wire: keep-alive, connecting, coming back. A real socket does not follow a clock moved by hand. */
  readonly networkClock?: Clock;
  readonly faults?: Faults;
  /** The serial gives the seed when none is said. */
  readonly seed?: number;
  /** Which start of the device this is; the owner keeps it between runs (event `booted`). */
  readonly boot?: number;
  /** Messages that the ledger keeps; 0 for large fleets. */
  readonly ledgerCapacity?: number;
  /** Messages that wait for a connection; the oldest is dropped beyond it. */
  readonly backlogCapacity?: number;
  /** How fast it talks; the protocol's own limits when not said. */
  readonly pace?: PaceLimits;
  /** What the device calls itself on the wire, when a test wants it to lie. */
  readonly clientId?: string;
}

export interface TrackerState {
  readonly phase: TrackerPhase;
  readonly boot: number;
  readonly nextSeq: number;
  readonly waiting: number;
  readonly liveIntervalMs: number | null;
  readonly behaviour: Behaviour;
  readonly newestFix: Fix | null;
}

export interface TrackerEvents {
  phase: TrackerPhase;
  /** The connection is gone, or could not be made; `refused: …` when the server said no. */
  lost: string;
  booted: number;
  published: LedgerEntry;
  acknowledged: Acknowledgement;
  command: CommandMessage;
  ignored: IgnoredBecause;
}

export interface Tracker {
  readonly serial: string;
  readonly log: Ledger;
  readonly on: Events<TrackerEvents>['on'];
  /** Switches on, and resolves when connected and subscribed for the first time; or when it is stopped before. */
  start(): Promise<void>;
  /** Says that it goes offline, and disconnects cleanly. */
  stop(): Promise<void>;
  /** Loses power: no goodbye, so the server sends the will. It stays down until `start` or `restart`. */
  crash(): void;
  /** Loses the network for a moment, and comes back by itself. */
  cut(): void;
  /** A new boot: `boot` grows by one and `seq` begins at 0. Resolves when connected again. */
  restart(): Promise<void>;
  /** Wakes a sleeping device now, for one period of being awake. */
  wake(): void;
  /** Sends an event, also out of its sleep. Resolves true when it was acknowledged. */
  press(kind: EventMessage['kind']): Promise<boolean>;
  /** Something about the device changes, and it says so by a heartbeat. */
  change(changed: Partial<Behaviour>): void;
  /** Sends a position now. Resolves true when it was acknowledged. */
  report(): Promise<boolean>;
  /** Sends any bytes to any topic, for tests of bad input. */
  publishRaw(topic: string, bytes: Buffer | string): Promise<boolean>;
  /** Writes a line into the device's log; `upload` also publishes it. */
  note(text: string, upload?: boolean): void;
  state(): TrackerState;
}
