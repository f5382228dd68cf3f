import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';

/** Live tracking under its own rules, with a lease per viewer. */
export interface LiveTrackingPort {
  start(actor: Actor, origin: CallOrigin, serial: string, viewerId: string, signal: AbortSignal): Promise<LiveOutcome>;
  stop(actor: Actor, origin: CallOrigin, serial: string, viewerId: string): Promise<void>;
}

/** Where a device reported its position. */
export interface ReportedPlace {
  readonly deviceId: number;
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM: number | null;
}

/** For analytics, which stores a device's country and shows no position. */
export interface ReportedPlacesPort {
  /** The newest reported position of each device since its own instant. Devices without one are missing. */
  listReported(devices: readonly { id: number; from: Date }[]): Promise<ReportedPlace[]>;
}

/** When devices had a position, without the position. */
export interface FixTimesPort {
  lastFixAt(deviceId: number): Promise<Date | null>;
}

/** For firmware: what a device is doing now. */
export interface DeviceMotionPort {
  /** The speed in the newest position since `since`, in metres per second. Devices without one are missing. */
  speedsOf(deviceIds: readonly number[], since: Date): Promise<ReadonlyMap<number, number>>;
  /** Which of these devices are tracked live. */
  listFollowed(deviceIds: readonly number[]): Promise<ReadonlySet<number>>;
}
