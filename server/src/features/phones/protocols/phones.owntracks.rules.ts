// OwnTracks over HTTP: a JSON message per request.
import {
  collectReports,
  emptyReport,
  numberOf,
  placeOf,
  timeOf,
  within,
  withVitals,
  type ReadReport,
  type ReadReports,
} from './phones.report.rules.ts';

const KMH_PER_MPS = 3.6;
/** Messages with a place. A transition is an arrival at or a departure from a region. */
const LOCATED = new Set(['location', 'transition']);

/** Leaves out messages without a place or a state, such as waypoints. */
export function readOwntracks(body: unknown, most: number): ReadReports {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > most) return { reports: [], fields: ['body'] };
  return collectReports(messages.flatMap((message) => readMessage(message) ?? []));
}

function readMessage(message: unknown): ReadReport | null {
  if (typeof message !== 'object' || message === null) return { field: 'body' };
  const value = (key: string): unknown =>
    Object.hasOwn(message, key) ? (message as Record<string, unknown>)[key] : undefined;
  const type = value('_type');
  if (typeof type !== 'string' || type === 'encrypted') return { field: '_type' };
  const timeMs = timeOf(value('tst'));
  const fields = { place: 'lat, lon', time: 'tst' };
  if (type === 'lwt') return withVitals({ ...emptyReport, isOffline: true }, { place: null, timeMs, fields });
  if (!LOCATED.has(type)) return null;
  const speedKmh = numberOf(value('vel'));
  const report = {
    ...emptyReport,
    accuracyM: within(numberOf(value('acc')), 0, 100_000),
    speedMps: within(speedKmh === undefined ? undefined : speedKmh / KMH_PER_MPS, 0, 500),
    courseDeg: within(numberOf(value('cog')), 0, 360),
    altitudeM: within(numberOf(value('alt')), -1_000, 20_000),
    batteryPct: within(numberOf(value('batt')), 0, 100),
  };
  const place = placeOf(numberOf(value('lat')), numberOf(value('lon')));
  // The protocol requires both coordinates.
  const hasBoth = value('lat') !== undefined && value('lon') !== undefined;
  return withVitals(report, { place: hasBoth ? place : 'bad', timeMs, fields });
}
