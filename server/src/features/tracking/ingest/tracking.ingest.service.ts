import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { fixTimeOf, hasPosition, type LocationMessage } from '@trace/contract/device-protocol/messages';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import type { DevicesPort } from '#features/devices/devices.port';
import type { FinishedCommand } from '#features/device-commands/device-commands.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor, DedicatedTransaction } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Delivery } from '../live/tracking.delivery.service.ts';
import { presentStored } from '../history/tracking.present.rules.ts';
import { mayBePacked } from '../packing/tracking.packing.rules.ts';
import { delayPacking } from '../packing/tracking.packing.store.ts';
import { createPartition } from './tracking.partition.store.ts';
import { storePositions, storeWithoutRepeats, type PositionRow } from './tracking.position.store.ts';
import { createRepeats, type Located } from './tracking.repeats.service.ts';
import { createUnknownTimes } from './tracking.unknown-times.service.ts';

/** Number of partitions created ahead, so that a table exists at midnight. */
const DAYS_AHEAD = 2;

export type TrackingIngest = ReturnType<typeof createTrackingIngest>;

export interface IngestDependencies {
  database: Database;
  clock: Clock;
  delivery: Pick<Delivery, 'deliver'>;
  devices: Pick<DevicesPort, 'everyoneOf'>;
}

export function createTrackingIngest({ database, clock, delivery, devices }: IngestDependencies) {
  const preparedDays = new Set<number>();
  const repeats = createRepeats(clock);
  const unknownTimes = createUnknownTimes({ devices });

  const isPrepared = (at: Date): boolean => preparedDays.has(dayNumber(at));

  /** Uses a separate transaction, so a day counts as prepared only after the commit. */
  const prepareDay = async (at: Date): Promise<void> => {
    if (isPrepared(at)) return;
    await database.transaction((tx) => createPartition(tx, dayOf(at)));
    preparedDays.add(dayNumber(at));
  };

  return {
    /** Stores a batch of positions. Returns a function that pushes the positions and must run after the commit. */
    async store(
      tx: DedicatedTransaction,
      messages: readonly DeviceMessage<LocationMessage>[],
      isLast: boolean,
    ): Promise<() => void> {
      const located = messages.filter(isLocated);
      // Runs before this transaction reads the table, because creating a partition waits for all readers.
      for (const { at } of located) await prepareDay(at);
      const now = clock.now();
      const isLate = ({ at }: { at: Date }): boolean => mayBePacked(at, now);
      const hasLate = located.some(isLate);
      // Before any lock on the table: the packing locks in the same order.
      if (hasLate) await delayPacking(tx.executor);
      const first = located.length === 0 ? [] : await repeats.leaveOut(tx.executor, located);
      const shown = first.some(({ skewed }) => skewed) ? await unknownTimes.leaveOut(tx.executor, first) : first;
      const rows = shown.map(toRow);
      if (hasLate) await storeWithoutRepeats(tx.executor, rows.filter(isLate));
      await storePositions(tx, hasLate ? rows.filter((row) => !isLate(row)) : rows, isLast);
      const pushed = messages.some(({ skewed }) => skewed) ? leaveOutHidden(messages, shown) : messages;
      return () =>
        delivery.deliver(
          pushed.map((message) => ({
            deviceId: message.deviceId,
            at: message.at,
            present: () => presentPushed(message),
          })),
        );
    },
    /** Makes the tables of yesterday, today and the days ahead. */
    async prepareDays(): Promise<void> {
      const now = clock.now().getTime();
      for (let day = -1; day <= DAYS_AHEAD; day += 1) await prepareDay(new Date(now + day * DAY_MS));
    },
    /** Stores and pushes the position from a device's answer to a location request (LIVE-11). */
    async storeAnswer(executor: Executor, answer: FinishedCommand): Promise<void | (() => void)> {
      const row = rowOfAnswer(answer);
      if (row === null) return undefined;
      // Runs in the caller's transaction, which may already lock the table. A separate transaction would then wait
      // forever.
      if (!isPrepared(row.at)) await createPartition(executor, dayOf(row.at));
      if (mayBePacked(row.at, clock.now())) await delayPacking(executor);
      await storeWithoutRepeats(executor, [row]);
      const { deviceId, at } = row;
      return () => delivery.deliver([{ deviceId, at, present: () => presentStored(answer.serial, row) }]);
    },
  };
}

const isLocated = (received: DeviceMessage<LocationMessage>): received is Located => hasPosition(received.message);

/** A message without a fix holds no place, so its time does not matter. */
function leaveOutHidden(
  messages: readonly DeviceMessage<LocationMessage>[],
  shown: readonly Located[],
): readonly DeviceMessage<LocationMessage>[] {
  const isShown = new Set<DeviceMessage<LocationMessage>>(shown);
  return messages.filter((message) => !message.skewed || !isLocated(message) || isShown.has(message));
}

const dayNumber = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Returns the position in an answer to getLocation, or null without a fix or with one that is too old. A fix has its own
 * time, because the person who asked may not see positions of that time (laws 6 and 8).
 */
function rowOfAnswer({ deviceId, finishedAt, result, answerBoot, answerSeq }: FinishedCommand): PositionRow | null {
  const place = { lat: result?.location?.latitude, lng: result?.location?.longitude };
  if (!hasPosition(place) || answerBoot === null || answerSeq === null) return null;
  const fixAt = fixTimeOf(result?.location?.timestamp, finishedAt);
  const at = fixAt !== null && fixAt < finishedAt ? fixAt : finishedAt;
  if (finishedAt.getTime() - at.getTime() > deviceProtocol.oldestMs) return null;
  return {
    deviceId,
    at,
    boot: answerBoot,
    seq: answerSeq,
    lat: place.lat,
    lng: place.lng,
    speedMps: null,
    courseDeg: null,
    altitudeM: null,
    accuracyM: result?.location?.accuracyM ?? null,
    satellites: null,
    skewed: false,
    receivedAt: finishedAt,
  };
}

function toRow({ deviceId, at, skewed, receivedAt, message }: Located): PositionRow {
  return {
    deviceId,
    at,
    boot: message.boot,
    seq: message.seq,
    lat: message.lat,
    lng: message.lng,
    speedMps: message.speedMps ?? null,
    courseDeg: message.courseDeg ?? null,
    altitudeM: message.altitudeM ?? null,
    accuracyM: message.accuracyM ?? null,
    satellites: message.satellites ?? null,
    skewed,
    receivedAt,
  };
}

function presentPushed({ serial, at, receivedAt, message }: DeviceMessage<LocationMessage>): Position {
  const fix = hasPosition(message);
  return {
    serialNumber: serial,
    id: `${message.boot}.${message.seq}`,
    fix,
    lat: fix ? message.lat : null,
    lng: fix ? message.lng : null,
    speedMps: message.speedMps ?? null,
    courseDeg: message.courseDeg ?? null,
    accuracyM: message.accuracyM ?? null,
    at: at.getTime(),
    receivedAt: receivedAt.getTime(),
    source: 'live_gps',
  };
}
