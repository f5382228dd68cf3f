import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/** A reported value with its time: the device's own boot count and the device's clock, in milliseconds. */
export interface Said<Value> {
  readonly value: Value;
  readonly boot: number;
  readonly ts: number;
  /**
   * A server instant after which the device must have sent this value, whatever the boot: from a credible clock, or
   * else the device's last counter reset. Null: unknown.
   */
  readonly saidAfter: Date | null;
}

/** The values in the newest heartbeat itself. Null: not included. Values of an older heartbeat are not news. */
export interface Report {
  readonly batteryPct: Said<number> | null;
  readonly externalPower: Said<boolean> | null;
  readonly tampered: Said<boolean> | null;
}

/** The condition of a device for other features. Only a heartbeat reports values. Every message ends the silence. */
export interface DeviceCondition extends Report {
  readonly deviceId: number;
  readonly serial: string;
  readonly isSilent: boolean;
  readonly heardAt: Date | null;
}

/**
 * Receives device conditions in the transaction that stores the states, with newest reports only. The rows of these
 * devices are locked.
 */
export type ConditionHandler = (tx: Executor, conditions: readonly DeviceCondition[]) => Promise<void>;

/** How long a device must be silent before an alert. */
export interface SilencePatience {
  /** Since when this server has listened without a break. */
  readonly since: Date;
  readonly patienceMs: number;
  readonly graceMs: number;
}

/** The last report of a device, whether or not the device still reports. */
export interface LastReport {
  readonly status: DeviceStatus;
  readonly reported: 'online' | 'offline' | 'sleeping' | 'updating' | 'error' | null;
  readonly heardAt: Date | null;
  /** The expected wake after the last sleep. */
  readonly wakesAt: Date | null;
  readonly sleepModeEnabled: boolean;
  readonly configApplied: boolean;
  readonly batteryPct: number | null;
  readonly externalPower: boolean | null;
  readonly tampered: boolean | null;
  readonly signalPct: number | null;
  readonly networkType: 'ethernet' | 'cellular' | 'lte' | null;
  readonly firmware: string | null;
  readonly lastError: string | null;
}

export interface DeviceStatusPort {
  /** Returns the status of a device for a person. Refuses `not_found`. */
  get(actor: Actor, serial: string): Promise<DeviceStatusView>;
  /** The check for silent devices runs. */
  isWatching(): boolean;
  /** How these devices are now, in their order. */
  viewsOf(devices: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]>;
  /** Returns the current status of a device, with `wakesAt` for a sleeping device. */
  statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }>;
  lastReportOf(device: { id: number; serial: string }): Promise<LastReport>;
  /** Counts the devices with an open connection, and all devices. */
  countConnected(): Promise<{ connected: number; total: number }>;
  /** Locks the status rows of these devices until commit, in the common lock order (0044-order-of-locks.sql). */
  lockStatus(tx: Executor, deviceIds: readonly number[]): Promise<void>;
  onConditions(handler: ConditionHandler): void;
  /**
   * Returns devices that have become long silent since the last look, each once, and locks the rows until commit. Long
   * means two missed heartbeats plus a grace period, and an additional patience without a hub. A sleeping device is not
   * silent.
   */
  takeLongSilent(tx: Executor, patience: SilencePatience, limit: number): Promise<DeviceCondition[]>;
}

export interface FirmwareCount {
  readonly version: string;
  readonly count: number;
}

/** For analytics: counts over all devices in use. */
export interface StatusCountsPort {
  countHeardSince(since: Date): Promise<number>;
  /** Most devices first. Devices that never reported a version are not counted. */
  firmwareCounts(): Promise<FirmwareCount[]>;
  /** Which of these devices were heard from after `since`. */
  heardSince(deviceIds: readonly number[], since: Date): Promise<ReadonlySet<number>>;
}
