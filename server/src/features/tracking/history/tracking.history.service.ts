import { packSpeeds, historyRules } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryDay, HistoryDays } from '@trace/contract/tracking/tracking.history.schema';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import { packPath } from '@trace/contract/tracking/tracking.path.rules';
import type { KnownDevice } from '#features/devices/devices.port';
import type { PingPort } from '#features/ping/ping.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { rangeOfDays, spansOf, type DaySpan } from './tracking.days.rules.ts';
import type { DayPoint } from './tracking.plausibility.rules.ts';
import { segmentDay } from './tracking.history.rules.ts';
import { listSpansWithPositions, readDayPoints } from './tracking.history.store.ts';
import type { TrackingPermission } from '../tracking.permission.service.ts';

export type TrackingHistory = ReturnType<typeof createTrackingHistory>;

export interface HistoryDependencies {
  database: Database;
  clock: Clock;
  ping: PingPort;
  permission: TrackingPermission;
}

/** `since` is the start of the user's assignment. */
type HeldDevice = Pick<KnownDevice, 'id' | 'since'>;

/**
 * Returns any of the last 90 days of a device, for its premium user, and only from the time of the user's assignment.
 */
export function createTrackingHistory({ database, clock, ping, permission }: HistoryDependencies) {
  /** Returns the days that contain a position of the device. */
  const held = async ({ id, since }: HeldDevice, spans: readonly DaySpan[]): Promise<DaySpan[]> => {
    const places = await Promise.all([
      listSpansWithPositions(database.sql, id, spans),
      ping.spansWithPlaces({ id, from: since }, spans),
    ]);
    const found = new Set(places.flat());
    return spans.filter((_, place) => found.has(place));
  };

  return {
    held,

    async days(actor: Actor, serial: string): Promise<HistoryDays> {
      const device = await permission.historyOf(actor, serial);
      const { timeZone } = actor;
      const range = rangeOfDays(timeZone, clock.now());
      const spans = spansOf(timeZone, range.from, range.today, device.since);
      const days = (await held(device, spans)).map(({ day }) => day);
      return { timeZone, ...range, days };
    },

    async day(actor: Actor, serial: string, day: string): Promise<HistoryDay> {
      const device = await permission.historyOf(actor, serial);
      const { timeZone } = actor;
      requireKnownDay(timeZone, clock.now(), 'params.day', day);
      const span = spansOf(timeZone, day, day, device.since)[0];
      const { points, complete } = span ? await pointsOf(device, span) : { points: [], complete: true };
      const { speedMps, ...story } = segmentDay(points);
      const [fromAt, toAt] = spansOf(timeZone, day, day, new Date(0)).flatMap((whole) => [
        whole.fromAt.getTime(),
        whole.toAt.getTime(),
      ]);
      return {
        day,
        timeZone,
        path: packPath({ serialNumber: serial, fromAt: fromAt!, toAt: toAt!, ...columnsOf(points) }),
        speeds: packSpeeds(speedMps),
        complete,
        ...story,
      };
    },
  };

  async function pointsOf(
    { id, since }: HeldDevice,
    span: DaySpan,
  ): Promise<{ points: DayPoint[]; complete: boolean }> {
    const toAt = new Date(span.toAt.getTime() - 1);
    const [positions, places] = await Promise.all([
      readDayPoints(database.sql, id, span, historyRules.mostPoints + 1),
      ping.listPlaces({ id, from: since }, { fromAt: span.fromAt, toAt }),
    ]);
    const shown = positions.slice(0, historyRules.mostPoints);
    const complete = shown.length === positions.length;
    const pings = places
      .map(({ at, ...place }) => ({ ...place, at: at.getTime(), speedMps: null, isPing: true }))
      .filter(({ at }) => complete || at <= shown.at(-1)!.at);
    return { points: pings.length === 0 ? shown : byTime([...shown, ...pings]), complete };
  }
}

/** Stable: a ping stands behind a position of the same instant. */
const byTime = (points: DayPoint[]): DayPoint[] => points.sort((one, other) => one.at - other.at);

function columnsOf(points: readonly DayPoint[]) {
  return {
    at: points.map(({ at }) => at),
    lat: points.map(({ lat }) => lat),
    lng: points.map(({ lng }) => lng),
    pings: points.flatMap(({ isPing }, index) => (isPing ? [index] : [])),
  };
}

/** Requires a day among the last 90. The refusal names the field. */
export function requireKnownDay(timeZone: string, now: Date, field: string, day: string): void {
  const { from, today } = rangeOfDays(timeZone, now);
  if (day < from || day > today) throw new Refusal('invalid_input', historyTexts.unknownDay, { field });
}
