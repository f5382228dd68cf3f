import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';

/** An event of a device. `at` is the device's own time where credible. `boot` and `ts` are the device's raw values. */
export interface DeviceEvent {
  readonly deviceId: number;
  readonly serial: string;
  readonly kind: EventMessage['kind'];
  readonly at: Date;
  readonly boot: number;
  readonly seq: number;
  readonly ts: number;
  /** A hash of the content, in hex. Another content with the same `boot`, `seq` and `ts` is another event. */
  readonly digest: string;
  readonly receivedAt: Date;
  /** The device's clock is not credible, so `at` is the time of receipt. */
  readonly skewed: boolean;
  readonly place: { readonly lat: number; readonly lng: number } | null;
}

/** Receives events in the transaction that stores them, each event once however often the device sends the event. */
export type EventHandler = (tx: Executor, events: readonly DeviceEvent[]) => Promise<void>;

export interface DeviceTrouble {
  /** Newest first, with possible positions and secrets removed. */
  readonly errors: readonly { text: string; at: Date }[];
  readonly powerCutAt: Date | null;
}

/** The interface for other features to device reports. */
export interface DeviceHealthPort {
  /**
   * Returns the error lines of devices of the last days, newest first, with possible positions and secrets removed.
   * `from`: without lines of an earlier user.
   */
  errorsOf(deviceIds: readonly number[], from?: Date | null): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Returns the error lines of a device of the last days with their times, and its last power cut. `from` as above. */
  troubleOf(deviceId: number, from: Date | null): Promise<DeviceTrouble>;
  onEvents(handler: EventHandler): void;
}
