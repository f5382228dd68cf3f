import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { Behaviour } from './behaviour.ts';
import type { CertificateMemory } from './certificates/certificate-memory.ts';
import type { Clock } from '../clock.ts';
import type { Network } from './connection.ts';
import type { Events } from '../events.ts';
import type { Faults } from '../faults.ts';
import type { Flash } from '../firmware/flash.ts';
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
  /** The device's own time: its periodic messages, leases, sleep and time stamps. */
  readonly clock?: Clock;
  /** Time on the wire: keep-alive, connecting, coming back. A real socket does not follow a clock moved by hand. */
  readonly networkClock?: Clock;
  readonly faults?: Faults;
  /** Default: derived from the serial. */
  readonly seed?: number;
  /** The boot number of the device. The owner persists the number between runs (event `booted`). */
  readonly boot?: number;
  /** Messages that the ledger keeps; 0 for large fleets. */
  readonly ledgerCapacity?: number;
  /** The number of messages that may wait for a connection. Beyond this number the oldest message is dropped. */
  readonly backlogCapacity?: number;
  /** The sending rate. Defaults to slightly under the protocol's own limits. */
  readonly pace?: PaceLimits;
  /** Public keys of firmware that the device trusts, PEM. Without one it refuses every update. */
  readonly trustedFirmwareKeys?: readonly string[];
  /** Default: in memory, with the image from the factory. */
  readonly flash?: Flash;
  /** Default: in memory, with the certificate of the network. Without a certificate there is nothing to renew. */
  readonly certificates?: CertificateMemory;
  /** The MQTT client id, when a test needs a false id. */
  readonly clientId?: string;
}

export interface TrackerState {
  readonly phase: TrackerPhase;
  readonly boot: number;
  readonly nextSeq: number;
  readonly waiting: number;
  readonly liveIntervalMs: number | null;
  readonly behaviour: Behaviour;
  /** The version that runs. */
  readonly firmware: string;
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
  /** Switches the device on. Resolves when first connected and subscribed, or when stopped before. */
  start(): Promise<void>;
  /** Reports going offline and disconnects cleanly. */
  stop(): Promise<void>;
  /**
   * Cuts the power without a DISCONNECT, so the server sends the will. The device stays off until `start` or `restart`.
   */
  crash(): void;
  /** Cuts the network for a moment. The device reconnects by itself. */
  cut(): void;
  /** Reboots: `boot` grows by 1 and `seq` begins at 0. Resolves when connected again. */
  restart(): Promise<void>;
  /** Wakes a sleeping device now, for a single period of being awake. */
  wake(): void;
  /** Sends an event, waking the device if asleep. Resolves true when the event is acknowledged. */
  press(kind: EventMessage['kind']): Promise<boolean>;
  /** Changes the device's behaviour and reports the change in a heartbeat. */
  change(changed: Partial<Behaviour>): void;
  /** Sends a position now. Resolves true when the position is acknowledged. */
  report(): Promise<boolean>;
  /** Sends any bytes to any topic, for tests of bad input. */
  publishRaw(topic: string, bytes: Buffer | string): Promise<boolean>;
  /** Writes a line into the device's log. `upload` also publishes the line. */
  note(text: string, upload?: boolean): void;
  state(): TrackerState;
}
