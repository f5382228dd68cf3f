import { exportHistory, getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { packSpeeds } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryDay, HistoryDays } from '@trace/contract/tracking/tracking.history.schema';
import { packPath } from '@trace/contract/tracking/tracking.path.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { refuse, type FakeServer } from '../fake-server.ts';

export interface HistoryWorld {
  days: HistoryDays;
  dayOf: (day: string) => HistoryDay;
}

/** Three days with positions in a quarter. The last of these days is not today. */
export const quietQuarter = (): HistoryWorld => ({
  days: {
    timeZone: 'Australia/Sydney',
    today: '2026-04-20',
    from: '2026-01-21',
    days: ['2026-03-30', '2026-04-10', '2026-04-18'],
  },
  dayOf: aDrivenDay,
});

/**
 * A position every ten seconds: ten minutes of driving, twenty parked, ten of driving, with an implausible position.
 * Fewer points end the day early.
 */
export function aDrivenDay(day: string, points = 241): HistoryDay {
  // 8 o'clock in Sydney.
  const start = Date.parse(`${day}T08:00:00+10:00`);
  const at = Array.from({ length: points }, (_, nth) => start + nth * (MINUTE_MS / 6));
  const way = (nth: number): number => Math.min(nth, 60) + Math.max(nth - 180, 0);
  const path = {
    serialNumber: 'Trace_4F21',
    fromAt: Date.parse(`${day}T00:00:00+10:00`),
    toAt: Date.parse(`${day}T24:00:00+10:00`),
    at,
    lat: at.map((_, nth) => -33.9 + way(nth) * 1e-3 + (nth === 30 ? 1 : 0)),
    lng: at.map(() => 151.2),
    pings: [],
  };
  const stretch = (first: number, last: number) => ({ first, last, fromAt: at[first]!, toAt: at[last]! });
  return {
    day,
    timeZone: 'Australia/Sydney',
    path: packPath(path),
    speeds: packSpeeds(at.map((_, nth) => (nth < 60 || nth > 180 ? 11 : 0))),
    doubtful: [30],
    complete: true,
    distanceM: 13_340,
    parts: [
      { kind: 'trip', ...stretch(0, 60), distanceM: 6_670, topSpeedMps: 11 },
      { kind: 'stop', ...stretch(60, Math.min(points - 1, 180)), lat: -33.84, lng: 151.2 },
      ...(points === 241 ? [{ kind: 'trip' as const, ...stretch(180, 240), distanceM: 6_670, topSpeedMps: 11 }] : []),
    ],
  };
}

export const anEmptyDay = (day: string): HistoryDay => ({
  ...aDrivenDay(day),
  path: { ...aDrivenDay(day).path, steps: '' },
  speeds: '',
  doubtful: [],
  parts: [],
  distanceM: 0,
});

export function serveHistory(server: FakeServer, world: { history: HistoryWorld }): void {
  server.on(listHistoryDays, () => world.history.days);
  server.on(exportHistory, ({ query }) =>
    query.to < query.from
      ? refuse('invalid_input', 'The last day must be on or after the first day.', 'query.to')
      : { chunks: nothing(), mediaType: 'text/csv' },
  );
  server.on(getHistoryDay, ({ params }) => world.history.dayOf(params.day));
}

async function* nothing(): AsyncGenerator<string> {}
