// An item that waits in a lane to be stored.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { DeviceMessage, HandledKind } from '../device-message.ts';

/** A connection as the ingest sees it, or the broker for one device. */
export interface Source {
  readonly serial: string;
  readonly connectionId: string;
  /** Null when the device is not registered. */
  readonly deviceId: number | null;
  /** Publishes why a message was not stored, to a device that has subscribed to refusals. */
  publishRefusal(kind: HandledKind, reason: string): void;
  /**
   * Marks a message as settled. Returns true when `sendAcks` must be called, once for all messages settled until then.
   */
  settle(packetId: number): boolean;
  /** Acknowledges all settled messages to the device in one write, and resumes reading if reading had paused. */
  sendAcks(): void;
}

/** A message that is set aside instead of stored. */
export interface SetAside {
  readonly serial: string;
  readonly kind: HandledKind;
  readonly reason: string;
  readonly sizeBytes: number;
  readonly payloadStart: Buffer;
  readonly receivedAt: Date;
}

interface Waiting {
  /** Null for the presence of a direct connection, which needs no acknowledgement. */
  readonly source: Source | null;
  readonly packetId: number;
  readonly sizeBytes: number;
}

export interface MessageEntry extends Waiting {
  readonly kind: HandledKind;
  readonly message: DeviceMessage<unknown>;
}

export interface SetAsideEntry extends Waiting {
  readonly kind: 'set_aside';
  readonly setAside: SetAside;
}

/** Stores no row: its PUBACK waits for the earlier entries of its lane. */
export interface CountedEntry extends Waiting {
  readonly kind: 'counted';
}

export type Entry = MessageEntry | SetAsideEntry | CountedEntry;

/** `suspects`: messages of devices whose message the database refused. */
export type LaneName = 'events' | 'control' | 'telemetry' | 'suspects';

/** Panic never waits behind a transaction of telemetry. */
export const laneOfKind: Record<DeviceMessageKind | 'presence', LaneName> = {
  event: 'events',
  heartbeat: 'control',
  status: 'control',
  log: 'control',
  reply: 'control',
  update: 'control',
  certificate: 'control',
  presence: 'control',
  location: 'telemetry',
};
