// The way of a message: decode, queue in a lane, store in a batch, acknowledge.
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { AnyDeviceHandler, MessageOfKind, PresenceMessage } from '../device-message.ts';
import type { GatewayCounters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { storeBatch } from './batch-store.ts';
import type { LockDevices } from './batch-store.ts';
import { readBrokenPanic } from './broken-panic.ts';
import { decode } from './decode.ts';
import { credibleTime } from './device-time.ts';
import type { LaneName, Source } from './entry.ts';
import { createEventRateLimit } from './event-rate-limit.ts';
import type { LaneBacklog } from './lane-queue.ts';
import { createIngestLane } from './lane.ts';
import { createLanes } from './lanes.ts';
import type { OpenLane } from './lanes.ts';
import type { IngestLane } from './lane.ts';
import type { NeighbourRules } from './neighbours.ts';
import { createQuarantine } from './quarantine.ts';
import { createSetAside, startOf } from './set-aside.ts';
import { createLoopLoad } from './loop-load.ts';
import { createSuspects } from './suspects.ts';

export interface Ingest {
  /** Takes a published message; `packetId` is 0 with QoS 0. The payload is not kept. */
  take(source: Source, kind: DeviceMessageKind, payload: Buffer, packetId: number, receivedAt: Date): void;
  /**
   * Counts an event beyond its rate limit. The event may repeat an earlier message of the device, so it is acknowledged
   * after all earlier events of the device are stored.
   */
  countEvent(source: Source, packetId: number): void;
  /** @param by is told after the commit */
  presence(
    serial: string,
    deviceId: number,
    message: PresenceMessage,
    by?: { readonly source: Source; readonly packetId: number },
  ): void;
  isFull(source: Source, kind: DeviceMessageKind): boolean;
  whenRoom(source: Source, kind: DeviceMessageKind, run: () => void): void;
  forgetOld(): void;
  /** The messages that each lane has not stored yet, summed up over lanes of the same name. */
  backlogs(): ReadonlyMap<LaneName, LaneBacklog>;
  /** Where events come from, such as a panic, that wait to be stored for longer than this. */
  sourcesOfWaitingEvents(longerThanMs: number): readonly Source[];
  drained(): Promise<void>;
  stop(): Promise<void>;
}

export interface IngestOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly handlers: readonly AnyDeviceHandler[];
  readonly counters: GatewayCounters;
  readonly lockDevices: LockDevices;
}

/** A message of a registered device. */
interface Arrived {
  readonly source: Source;
  readonly deviceId: number;
  readonly kind: DeviceMessageKind;
  readonly packetId: number;
  readonly sizeBytes: number;
  readonly receivedAt: Date;
}

/** A panic is some forty statements. With many in a transaction, the first would wait for the last (decision 052). */
const EVENTS_PER_TRANSACTION = 8;

/**
 * Only positions wait, never an event such as a panic. At 500 positions per second four share a transaction
 * (decisions 042 and 044). On a busy server more share one, which leaves its time to pages (decision 051).
 */
const NEIGHBOUR_WAIT_MS = 8;
const ENOUGH = 4;
const ENOUGH_WHEN_BUSY = 32;

/** The memory of an entry beyond its payload. */
const ENTRY_BYTES = 400;

export async function createIngest(options: IngestOptions): Promise<Ingest> {
  const { database, clock, log, limits, counters } = options;
  const batchStore = {
    quarantine: createQuarantine({ perDay: limits.quarantinePerDay, clock }),
    handlers: options.handlers,
    lockDevices: options.lockDevices,
  };
  const allowance = createEventRateLimit();
  const suspects = createSuspects();

  const setAside = createSetAside({ suspects, counters, clock, log });

  const openLane: OpenLane = async (name, between) =>
    createIngestLane({
      name,
      database: await database.lane(`devices ${name}`),
      store: (tx, entries) => storeBatch(tx, entries, batchStore),
      setAside,
      onSettled: (entries) => counters.settled(name, entries.length),
      limits: name === 'events' ? { ...limits, batchMessages: EVENTS_PER_TRANSACTION } : limits,
      ...between,
      neighbours: name === 'telemetry' ? neighboursOfPositions() : null,
      clock,
      log,
    });

  const lanes = await createLanes(openLane, suspects);

  const take: Ingest['take'] = (source, kind, payload, packetId, receivedAt) => {
    const { deviceId, serial } = source;
    if (deviceId === null) return acknowledgeUnregistered(source, packetId);
    const sizeBytes = payload.length;
    const arrived = { source, deviceId, kind, packetId, sizeBytes, receivedAt };
    const decoded = decode(kind, payload);
    if (decoded.broken === undefined) return pass(arrived, decoded.message);
    counters.count('broken');
    const reason = decoded.detail === '' ? decoded.broken : `${decoded.broken}: ${decoded.detail}`;
    source.publishRefusal(kind, reason);
    const panic = kind === 'event' ? readBrokenPanic(payload, receivedAt) : null;
    const setAside = { serial, kind, reason, sizeBytes, payloadStart: startOf(payload), receivedAt };
    // A panic is acknowledged when its event is stored.
    const acknowledged = panic === null ? source : null;
    lanes.control.push({ kind: 'set_aside', source: acknowledged, packetId, sizeBytes: ENTRY_BYTES, setAside });
    if (panic !== null) pass(arrived, panic);
  };

  const pass = (
    { source, deviceId, kind, packetId, sizeBytes, receivedAt }: Arrived,
    decoded: MessageOfKind[DeviceMessageKind],
  ): void => {
    const { serial, connectionId } = source;
    if ('kind' in decoded && !allowance.passes(serial, decoded.kind, receivedAt.getTime()))
      return countEvent(source, packetId);
    const { at, skewed } = credibleTime(decoded.ts, receivedAt);
    if (skewed) counters.count('skewed');
    const message = { deviceId, serial, connectionId, receivedAt, at, skewed, message: decoded };
    lanes.of(kind, deviceId, serial).push({ kind, source, packetId, sizeBytes: sizeBytes + ENTRY_BYTES, message });
  };

  const acknowledgeUnregistered = (source: Source, packetId: number): void => {
    counters.count('unregistered');
    source.settle(packetId);
    source.sendAcks();
  };

  const countEvent = (source: Source, packetId: number): void => {
    counters.count('repeatedEvents');
    const lane = lanes.of('event', source.deviceId ?? 0, source.serial);
    lane.push({ kind: 'counted', source, packetId, sizeBytes: ENTRY_BYTES });
  };

  return {
    take,
    countEvent,
    presence: (serial, deviceId, presence, by) => {
      const at = clock.now();
      const { connectionId } = presence;
      const message = { deviceId, serial, connectionId, receivedAt: at, at, skewed: false, message: presence };
      const { source, packetId } = by ?? { source: null, packetId: 0 };
      lanes.control.push({ kind: 'presence', source, packetId, sizeBytes: ENTRY_BYTES, message });
    },
    isFull: ({ deviceId, serial }, kind) => deviceId !== null && lanes.of(kind, deviceId, serial).isFull(),
    whenRoom: ({ deviceId, serial }, kind, run) =>
      deviceId === null ? run() : lanes.of(kind, deviceId, serial).whenRoom(run),
    forgetOld: () => {
      const nowMs = clock.now().getTime();
      allowance.forgetOld(nowMs);
      suspects.forgetOld(nowMs);
    },
    backlogs: () => sumOf(lanes.all),
    sourcesOfWaitingEvents: (longerThanMs) =>
      lanes.events.flatMap((lane) => lane.waitingFor(longerThanMs)).flatMap(({ source }) => source ?? []),
    drained: async () => void (await Promise.all(lanes.all.map((lane) => lane.drained()))),
    stop: async () => void (await Promise.all(lanes.all.map((lane) => lane.stop()))),
  };
}

function neighboursOfPositions(): NeighbourRules {
  const isBusy = createLoopLoad();
  return { waitMs: NEIGHBOUR_WAIT_MS, enough: () => (isBusy() ? ENOUGH_WHEN_BUSY : ENOUGH) };
}

function sumOf(lanes: readonly IngestLane[]): ReadonlyMap<LaneName, LaneBacklog> {
  const backlogs = new Map<LaneName, LaneBacklog>();
  for (const lane of lanes) {
    const { waiting, delayMs } = lane.backlog();
    const before = backlogs.get(lane.name) ?? { waiting: 0, delayMs: 0 };
    backlogs.set(lane.name, { waiting: before.waiting + waiting, delayMs: Math.max(before.delayMs, delayMs) });
  }
  return backlogs;
}
