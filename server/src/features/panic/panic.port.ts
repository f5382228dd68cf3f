import type { PanicKind, PanicSource } from '@trace/contract/panic/panic.rules';
import type { Executor } from '#platform/db/database';

/** A press of a panic button, or another alarm of a hub, tracker or phone. */
export interface NewPanicEvent {
  readonly source: PanicSource;
  /** Unique within its source, at most 200 characters. The same event recorded again is ignored. */
  readonly sourceEventId: string;
  readonly kind: PanicKind;
  /** Null: no hub took part. */
  readonly hub: { readonly id: string; readonly name: string } | null;
  /** The devices that the source is linked to. Empty: no device is linked, and only support is notified. */
  readonly deviceIds: readonly number[];
  /** The time of the event by the clock of the source. Null: the source gives no time. */
  readonly happenedAt: Date | null;
  readonly receivedAt: Date;
  /** The clock of the source is wrong, so `happenedAt` is shown with a mark. */
  readonly hasWrongClock: boolean;
  readonly place: { readonly lat: number; readonly lng: number; readonly accuracyM: number | null } | null;
  /** The button in the words of the source, such as 'Key fob Mia'. At most 120 characters. Null: unknown. */
  readonly trigger: string | null;
}

/** Recorded events in the quarter of an hour that begins at `at`. */
export interface RecordedPanics {
  readonly at: Date;
  /** A drill, or a test by support. */
  readonly isTest: boolean;
  readonly count: number;
}

/** For analytics: counts over all events. */
export interface PanicCountsPort {
  /** By quarter of an hour of their arrival, `to` not included. Quarters without an event are missing. */
  recordedBetween(executor: Executor, from: Date, to: Date): Promise<RecordedPanics[]>;
}

export interface PanicPort {
  /**
   * Records events in the caller's transaction, opens or extends incidents, and plans every message. Messages leave
   * after the commit. Returns the number of new events.
   */
  record(tx: Executor, events: readonly NewPanicEvent[]): Promise<number>;
}

/** For firmware: devices in use in an emergency. */
export interface OpenIncidentsPort {
  /** Which of these devices take part in an open incident, drills and tests included. */
  listInvolved(deviceIds: readonly number[]): Promise<ReadonlySet<number>>;
}
