// One thing that waits in a lane to be stored.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { DeviceMessage, HandledKind } from '../device-message.ts';

/** A connection as the ingest sees it. */
export interface Source {
  readonly serial: string;
  readonly connectionId: string;
  /** Null when nobody has registered the device. */
  readonly deviceId: number | null;
  /** Notes that a message is settled; answers whether `sendAcks` is due, which it is once for all that follow. */
  settle(packetId: number): boolean;
  /** Tells the device of all that is settled, in one write, and reads on if it had stopped. */
  sendAcks(): void;
}

/** What is set aside instead of stored. */
export interface SetAside {
  readonly serial: string;
  readonly kind: HandledKind;
  readonly reason: string;
  readonly sizeBytes: number;
  readonly payloadStart: Buffer;
  readonly receivedAt: Date;
}

interface Waiting {
  /** Null for presence, which nobody waits for. */
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

/** Nothing to store: its PUBACK waits for what came before it in its lane. */
export interface CountedEntry extends Waiting {
  readonly kind: 'counted';
}

export type Entry = MessageEntry | SetAsideEntry | CountedEntry;

export type LaneName = 'events' | 'control' | 'telemetry';

/** Panic never waits behind a transaction of telemetry. */
export const laneOfKind: Record<DeviceMessageKind | 'presence', LaneName> = {
  event: 'events',
  heartbeat: 'control',
  status: 'control',
  log: 'control',
  reply: 'control',
  presence: 'control',
  location: 'telemetry',
};
