import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';

/** Where a ping found a device. */
export interface PingPlace {
  at: Date;
  lat: number;
  lng: number;
  accuracyM: number | null;
}

export interface LastPingPlace extends PingPlace {
  deviceId: number;
}

/** A device, and the instant from which its locations may be shown: no fix from before it is (law 6). */
export interface DeviceSince {
  readonly id: number;
  readonly from: Date;
}

export interface PingPort {
  /**
   * Returns the ping locations of a device in a span of time, ascending, each at the time of its fix. The locations are
   * part of the device's path (PATH-01).
   */
  listPlaces(device: DeviceSince, span: { fromAt: Date; toAt: Date }): Promise<PingPlace[]>;
  /** Returns the newest ping location of each device since its own instant. Devices without one are missing. */
  listLastPlaces(devices: readonly DeviceSince[]): Promise<LastPingPlace[]>;
  /** Which of these spans of time (end not included) hold a ping location of a device, by their place in the list. */
  spansWithPlaces(device: DeviceSince, spans: readonly { fromAt: Date; toAt: Date }[]): Promise<number[]>;
}

/** `wake`: a ping of a device that is offline waits for its return. A ping of a sleeping device always waits. */
export type PingWhen = 'now' | 'wake';

/** For the function device-command: pings under the ping's own rules (quota, pace, grant). */
export interface PingingPort {
  ping(
    actor: Actor,
    origin: CallOrigin,
    asked: { serial: string; id: string; when: PingWhen },
    signal: AbortSignal,
  ): Promise<PingOutcome>;
}

/** For phones: tells pings where a phone last reported its position. */
export interface PhonePlacesPort {
  /** `find` returns the newest report of a device since `from`, or null. */
  findWith(find: (deviceId: number, from: Date) => Promise<PingPlace | null>): void;
}

/** Pings that ended alike in the quarter of an hour that begins at `at`. */
export interface EndedPings {
  readonly at: Date;
  readonly outcome: Exclude<PingOutcome['outcome'], 'waiting'>;
  readonly count: number;
}

/** For analytics: counts over all pings. */
export interface PingCountsPort {
  /** By quarter of an hour and outcome, `to` not included. Quarters without an ended ping are missing. */
  endedBetween(executor: Executor, from: Date, to: Date): Promise<EndedPings[]>;
}
