/** A report of a phone's app at a point in time, in the units of the portal. Null: the report has no such value. */
export interface PhoneReport {
  /** Milliseconds since 1970. */
  readonly atMs: number | null;
  readonly place: { readonly lat: number; readonly lng: number } | null;
  readonly accuracyM: number | null;
  readonly speedMps: number | null;
  readonly courseDeg: number | null;
  readonly altitudeM: number | null;
  readonly batteryPct: number | null;
  readonly alarm: PhoneAlarm | null;
  /** The app was closed, or its connection was lost. */
  readonly isOffline: boolean;
}

export type PhoneAlarm = 'panic' | 'low_battery' | 'power_cut' | 'tamper';

export const emptyReport: PhoneReport = {
  atMs: null,
  place: null,
  accuracyM: null,
  speedMps: null,
  courseDeg: null,
  altitudeM: null,
  batteryPct: null,
  alarm: null,
  isOffline: false,
};

/** A report, or the field that cannot be read. */
export type ReadReport = { readonly report: PhoneReport } | { readonly field: string };

/** The reports of a request. `fields` names the unreadable field of each refused report. */
export interface ReadReports {
  readonly reports: readonly PhoneReport[];
  readonly fields: readonly string[];
}

export const collectReports = (read: readonly ReadReport[]): ReadReports => ({
  reports: read.flatMap((one) => ('report' in one ? [one.report] : [])),
  fields: read.flatMap((one) => ('field' in one ? [one.field] : [])),
});

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** Reads a number of a query or of JSON. Returns undefined without a value, and NaN for other text. */
export function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : Number.NaN;
}

/** Drops a value that is out of range. Rounds, because a unit's factor adds false digits. */
export function within(value: number | undefined, from: number, to: number): number | null {
  if (value === undefined || !(value >= from && value <= to)) return null;
  return Math.round(value * 10_000) / 10_000;
}

/** Returns null without coordinates and for 0, 0, which means no fix. Returns `bad` for impossible coordinates. */
export function placeOf(lat: number | undefined, lng: number | undefined): PhoneReport['place'] | 'bad' {
  if (lat === undefined && lng === undefined) return null;
  if (lat === undefined || lng === undefined) return 'bad';
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return 'bad';
  return lat === 0 && lng === 0 ? null : { lat, lng };
}

/** Alarms of the Traccar family that are no emergency. */
const HARMLESS = new Set(
  `vibration movement lowspeed overspeed fault poweroff poweron door lock unlock geofence geofenceenter geofenceexit
  gpsantennacut tow idle highrpm hardacceleration hardbraking hardcornering lanechange fatiguedriving powerrestored
  jamming temperature parking bonnet footbrake fuelleak`.split(/\s+/),
);

const KNOWN: Readonly<Record<string, PhoneAlarm>> = {
  lowbattery: 'low_battery',
  lowpower: 'low_battery',
  powercut: 'power_cut',
  tampering: 'tamper',
  removing: 'tamper',
};

/** An unknown alarm alerts like `sos`: a lost emergency is worse than a false alarm. */
export function alarmOf(value: unknown): PhoneAlarm | null {
  if (value === undefined || value === null || value === '' || value === false) return null;
  const name = (typeof value === 'string' ? value : 'unknown').trim().toLowerCase();
  if (HARMLESS.has(name)) return null;
  return Object.hasOwn(KNOWN, name) ? KNOWN[name]! : 'panic';
}

/** A smaller timestamp is in seconds, a greater timestamp in milliseconds. */
const MILLISECONDS_FROM = 2 ** 31;
const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const SPACED_DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** Year 2106: the last second that fits the counter of a message. */
const LAST_MS = (2 ** 32 - 1) * 1_000;

/**
 * Reads seconds, milliseconds, ISO 8601 or `yyyy-MM-dd HH:mm:ss` in UTC. Returns undefined without a time, and NaN for
 * an unreadable time.
 */
export function timeOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const ms = readTime(value);
  return ms >= 0 && ms <= LAST_MS ? ms : Number.NaN;
}

function readTime(value: unknown): number {
  const number = numberOf(value);
  if (number !== undefined && !Number.isNaN(number))
    return Math.floor(number < MILLISECONDS_FROM ? number * 1_000 : number);
  if (typeof value !== 'string') return Number.NaN;
  if (SPACED_DATE_TIME.test(value)) return Date.parse(`${value.replace(' ', 'T')}Z`);
  // A plus sign that a query did not escape arrives as a space.
  if (!ISO_DATE_TIME.test(value)) return Number.NaN;
  const iso = value.replace(' ', '+');
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
}

/** Adds place and time, without which a report is refused. An alarm is kept even without place and time. */
export function withVitals(
  report: PhoneReport,
  { place, timeMs, fields }: { place: PhoneReport['place'] | 'bad'; timeMs: number | undefined; fields: Vitals },
): ReadReport {
  const isTimeBad = timeMs !== undefined && Number.isNaN(timeMs);
  if (report.alarm === null && place === 'bad') return { field: fields.place };
  if (report.alarm === null && isTimeBad) return { field: fields.time };
  return {
    report: {
      ...report,
      place: place === 'bad' ? null : place,
      atMs: timeMs === undefined || isTimeBad ? null : timeMs,
    },
  };
}

interface Vitals {
  readonly place: string;
  readonly time: string;
}
