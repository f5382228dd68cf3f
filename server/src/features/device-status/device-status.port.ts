import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/** What a heartbeat says, and when: by the device's own count of its starts and its own clock, in milliseconds. */
export interface Said<Value> {
  readonly value: Value;
  readonly boot: number;
  readonly ts: number;
  /**
   * An instant of the server before which this cannot have been said, whatever its boot: by a credible clock, else by the
   * device's last counter reset. Null: not known.
   */
  readonly saidAfter: Date | null;
}

/** What the newest heartbeat says itself; null: nothing. What an older one said is no news. */
export interface Report {
  readonly batteryPct: Said<number> | null;
  readonly externalPower: Said<boolean> | null;
  readonly tampered: Said<boolean> | null;
}

/** How a device is, as other features watch it. Only a heartbeat reports; every message says that it is not silent. */
export interface DeviceCondition extends Report {
  readonly deviceId: number;
  readonly serial: string;
  readonly isSilent: boolean;
  readonly heardAt: Date | null;
}

/** Hears how devices are in the transaction that stores it, newest reports only. The rows of these devices are held. */
export type ConditionHandler = (tx: Executor, conditions: readonly DeviceCondition[]) => Promise<void>;

/** How long a silence is before somebody is told of it. */
export interface SilencePatience {
  /** Since when this server has listened without a break. */
  readonly since: Date;
  readonly patienceMs: number;
  readonly graceMs: number;
}

export interface DeviceStatusPort {
  /** The status of one device for a person. Refuses `not_found`. */
  get(actor: Actor, serial: string): Promise<DeviceStatusView>;
  /** The check for silent devices runs. */
  isWatching(): boolean;
  /** How these devices are now, in their order. */
  viewsOf(devices: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]>;
  /** How a device is now; `wakesAt` when it sleeps. */
  statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }>;
  /** Holds how these devices are until the transaction ends, as all do in one order (0044-order-of-locks.sql). */
  holdStatus(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  onConditions(handler: ConditionHandler): void;
  /**
   * Devices whose silence has become long since the last look, each once, held until the end of the transaction: after
   * two missed heartbeats and a grace, one without a hub after a patience more. One that sleeps is not silent.
   */
  takeLongSilent(tx: Executor, patience: SilencePatience, limit: number): Promise<DeviceCondition[]>;
}
