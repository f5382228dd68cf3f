import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';

/** An event of a device; `at` is its own time where that is credible, `boot` and `ts` are its own words. */
export interface DeviceEvent {
  readonly deviceId: number;
  readonly kind: EventMessage['kind'];
  readonly at: Date;
  readonly boot: number;
  readonly ts: number;
}

/** Hears events in the transaction that stores them, each once however often the device sends it. */
export type EventHandler = (tx: Executor, events: readonly DeviceEvent[]) => Promise<void>;

/** What other features may know of what devices told of themselves. */
export interface DeviceHealthPort {
  /** Error lines of devices of the last days, the newest first, without what may be a position or a secret. */
  errorsOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
  onEvents(handler: EventHandler): void;
}
