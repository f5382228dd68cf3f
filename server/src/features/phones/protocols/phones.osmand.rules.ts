// The OsmAnd protocol of Traccar Client, OsmAnd and curl: a query, a form, or the JSON of newer apps.
import {
  alarmOf,
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

const MPS_PER_KNOT = 1_852 / 3_600;
/** A greater value is a mistake of the sender (contract/src/device-protocol/messages.ts). */
const MOST = { speedMps: 500, accuracyM: 100_000, altitudeM: 20_000 } as const;
const LEAST_ALTITUDE_M = -1_000;
/** A query with any of these keys is a report. */
const REPORT_KEYS = ['lat', 'lon', 'location', 'timestamp', 'alarm', 'batt', 'valid', 'cell', 'wifi'] as const;

/** A query or a form. Speed is in knots, the battery in percent. */
export function readOsmandForm(form: URLSearchParams): ReadReports {
  const value = (key: string): string | undefined => form.get(key) ?? undefined;
  if (!REPORT_KEYS.some((key) => form.has(key))) return { reports: [], fields: ['query'] };
  const [locationLat, locationLng] = (value('location') ?? '').split(',');
  const hasFix = value('valid') !== 'false' && value('valid') !== '0';
  const knots = numberOf(value('speed'));
  const report = {
    ...emptyReport,
    accuracyM: within(numberOf(value('accuracy')), 0, MOST.accuracyM),
    speedMps: within(knots === undefined ? undefined : knots * MPS_PER_KNOT, 0, MOST.speedMps),
    courseDeg: within(numberOf(value('bearing') ?? value('heading')), 0, 360),
    altitudeM: within(numberOf(value('altitude')), LEAST_ALTITUDE_M, MOST.altitudeM),
    batteryPct: within(numberOf(value('batt')), 0, 100),
    alarm: alarmOf(value('alarm')),
  };
  const place = placeOf(numberOf(value('lat') ?? locationLat), numberOf(value('lon') ?? locationLng));
  const fields = { place: value('location') === undefined ? 'lat, lon' : 'location', time: 'timestamp' };
  const read = withVitals(report, {
    place: hasFix ? place : null,
    timeMs: timeOf(value('timestamp')),
    fields,
  });
  return collectReports([read]);
}

/** JSON: `location` is a report or a list. Speed is in m/s, the battery from 0 to 1, and -1 means unknown. */
export function readOsmandJson(body: unknown, most: number): ReadReports {
  const bodies = Array.isArray(body) ? body : [body];
  const locations = bodies.flatMap((one: unknown) => partOf(one, 'location') ?? [undefined]);
  if (locations.length > most) return { reports: [], fields: ['location'] };
  return collectReports(locations.map(readLocation));
}

function readLocation(location: unknown): ReadReport {
  if (typeof location !== 'object' || location === null) return { field: 'location' };
  const coords = partOf(location, 'coords');
  const battery = numberOf(partOf(partOf(location, 'battery'), 'level'));
  const number = (key: string): number | undefined => numberOf(partOf(coords, key));
  const report = {
    ...emptyReport,
    accuracyM: within(number('accuracy'), 0, MOST.accuracyM),
    speedMps: within(number('speed'), 0, MOST.speedMps),
    courseDeg: within(number('heading'), 0, 360),
    altitudeM: within(number('altitude'), LEAST_ALTITUDE_M, MOST.altitudeM),
    batteryPct: within(battery === undefined ? undefined : Math.round(battery * 100), 0, 100),
    alarm: alarmOf(partOf(location, 'alarm') ?? partOf(partOf(location, 'extras'), 'alarm')),
  };
  return withVitals(report, {
    place: placeOf(number('latitude'), number('longitude')),
    timeMs: timeOf(partOf(location, 'timestamp')),
    fields: { place: 'location.coords', time: 'location.timestamp' },
  });
}

/** Reads an own property of untrusted JSON. */
function partOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
