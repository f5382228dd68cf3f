import type { UpdateFailure, UpdateReportState } from '@trace/contract/device-protocol/updates';
import type { UpdateState } from '@trace/contract/firmware/firmware.rules';
import type { PublishedRelease } from '../releases/firmware.releases.port.ts';

/** The words of a device about itself in a request over HTTP. Null: left out. */
export interface DeviceSelf {
  readonly version: string | null;
  readonly sequence: number | null;
  readonly model: string | null;
  readonly chip: string | null;
}

export interface Offer {
  readonly updateId: string;
  /** The number of the action in the interface of update clients (DDI). */
  readonly number: number;
  readonly state: UpdateState;
  readonly release: PublishedRelease;
}

export interface NumberedUpdate {
  readonly id: string;
  /** The version that the update installs. Null: the update has ended. */
  readonly version: string | null;
}

export interface UpdateReport {
  readonly state: UpdateReportState;
  readonly progressPct: number | null;
  readonly version: string | null;
  readonly failure: UpdateFailure | null;
  readonly detail: string | null;
}

/** Updates for the delivery over HTTP. */
export interface DeviceUpdates {
  /**
   * The update that the device may load now, or null. Offers a waiting update when its rollout, ring, and guards allow:
   * the same rules as for an offer over MQTT. A later call answers the same update until that has ended.
   */
  offerTo(device: { id: number; serial: string }, self: DeviceSelf): Promise<Offer | null>;
  /** The offer that a download, a manifest or a report belongs to; null when it no longer may be loaded. */
  findOffer(deviceId: number, updateId: string): Promise<Offer | null>;
  /** Filters updates whose image may be loaded now. Open downloads of the others are cut. */
  listLoadable(updateIds: readonly string[]): Promise<ReadonlySet<string>>;
  findOfferByNumber(deviceId: number, number: number): Promise<Offer | null>;
  /** The update with this number, whatever its state: a device reports also while its rollout is paused. */
  updateOfNumber(deviceId: number, number: number): Promise<NumberedUpdate | null>;
  /** Stores a report. Returns false when the device has no such update. A repeat, or a report after the end, changes nothing. */
  report(deviceId: number, updateId: string, report: UpdateReport): Promise<boolean>;
  /**
   * Runs within a second after updates of a release may no longer be loaded: the rollout paused, halted or was stopped.
   * With '' after a lost connection: any release may be meant.
   */
  onLoadingEnded(run: (releaseId: string) => void): void;
}
