import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import type { DeviceCountsPort } from '#features/devices/devices.port';
import type { StatusCountsPort } from '#features/device-status/device-status.port';
import type { PanicCountsPort } from '#features/panic/panic.port';
import type { PingCountsPort } from '#features/ping/ping.port';
import type { TicketCountsPort } from '#features/tickets/tickets.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { firmwareGroups } from './analytics.firmware.rules.ts';
import { activeSince } from './analytics.active.rules.ts';
import { QUARTERS_KEPT_MS } from './analytics.retention.service.ts';
import { countDevices } from './analytics.store.ts';
import {
  insertGauges,
  insertTallies,
  lockProgress,
  saveCountedUntil,
  type Gauge,
  type Tally,
} from './analytics.tallies.store.ts';

/** Every time zone in use differs from UTC by whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** A transaction stores its own start as the time of what happened. None is open for as long as this. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS;
const LONGEST_CHUNK_MS = 24 * HOUR_MS;

export interface TalliesDependencies {
  database: Database;
  clock: Clock;
  devices: DeviceCountsPort;
  deviceStatus: StatusCountsPort;
  ping: PingCountsPort;
  tickets: TicketCountsPort;
  panic: PanicCountsPort;
}

export type Tallies = ReturnType<typeof createTallies>;

/** ANA-06: counts what happened per quarter of an hour, and measures how many devices there are. */
export function createTallies({ database, clock, devices, deviceStatus, ping, tickets, panic }: TalliesDependencies) {
  /** Counts a span of time from the features that own what happened. */
  const count = async (executor: Executor, from: Date, to: Date): Promise<Tally[]> => {
    if (from >= to) return [];
    const [registered, pings, opened, resolved, panics] = [
      await devices.registrationsBetween(executor, from, to),
      await ping.endedBetween(executor, from, to),
      await tickets.openedBetween(executor, from, to),
      await tickets.resolvedBetween(executor, from, to),
      await panic.recordedBetween(executor, from, to),
    ];
    return [
      ...registered.map((one) => ({ ...one, series: 'devices.registered' as const })),
      ...pings.map(({ at, outcome, count: times }) => ({ at, series: `pings.${outcome}` as const, count: times })),
      ...opened.map(({ at, priority, count: times }) => ({ at, series: `tickets.${priority}` as const, count: times })),
      ...resolved.map((one) => ({ ...one, series: 'tickets.resolved' as const })),
      ...panics.map(({ at, isTest, count: times }) => ({
        ...{ at, count: times },
        series: isTest ? ('panics.test' as const) : ('panics.alarm' as const),
      })),
    ];
  };

  /** Stores the next settled quarters, at most a day of them. Returns false when none is left. */
  const countNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const nowMs = clock.now().getTime();
      const from = (await lockProgress(tx)) ?? quarterOf(nowMs - QUARTERS_KEPT_MS);
      const settled = quarterOf(nowMs - SETTLED_AFTER_MS);
      const to = new Date(Math.min(settled.getTime(), from.getTime() + LONGEST_CHUNK_MS));
      if (from >= to) return false;
      await insertTallies(tx, await count(tx, from, to));
      await saveCountedUntil(tx, to);
      return true;
    });

  /** The present values. RET-05: versions on few devices are counted together. */
  const measure = async (): Promise<Gauge[]> => {
    const [total, active, versions] = await Promise.all([
      countDevices(database.sql),
      deviceStatus.countHeardSince(activeSince(clock.now())),
      deviceStatus.firmwareCounts(),
    ]);
    return [
      { series: 'devices.total', label: '', count: total },
      { series: 'devices.active', label: '', count: active },
      ...firmwareGroups(versions, retentionRules.analyticsSmallestGroup).map(
        ({ version, count: on }) => ({ series: 'firmware', label: version, count: on }) as const,
      ),
    ];
  };

  return {
    count,
    measure,

    /** Runs each quarter of an hour. The first run counts the past 100 days, a day per transaction. */
    async store(): Promise<void> {
      let isLeft = true;
      while (isLeft) isLeft = await countNext();
      const gauges = await measure();
      await insertGauges(database.sql, quarterOf(clock.now().getTime()), gauges);
    },
  };
}

/** The beginning of the quarter of an hour. */
export const quarterOf = (ms: number): Date => new Date(ms - (ms % QUARTER_MS));
