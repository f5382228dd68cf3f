import type { Fix, RecordedFix } from './route.ts';

/** The content of an epoch's sentences so far. RMC and GGA of an epoch carry the same time of day. */
interface Epoch {
  readonly time: string;
  dateMs: number | null;
  fix: Fix | null;
}

const KNOT_MPS = 1_852 / 3_600;
const DAY_MS = 86_400_000;

interface SentenceKind {
  /** The field with the time of day. Null: the sentence has no time and belongs to the preceding epoch. */
  readonly timeField: number | null;
  add(epoch: Epoch, fields: string[]): void;
}

const KINDS = new Map<string, SentenceKind>([
  ['RMC', { timeField: 1, add: addRmc }],
  ['GGA', { timeField: 1, add: addGga }],
  ['GLL', { timeField: 5, add: addGll }],
  ['VTG', { timeField: null, add: addVtg }],
]);

/**
 * Reads RMC, GGA, GLL and VTG sentences of any talker. Skips other sentences, wrong checksums and void fixes. Only RMC
 * carries the date, so an epoch without RMC takes the date of the epoch before. A log without any RMC has only times of
 * day: its fixes begin on the first day of 1970.
 */
export function readNmea(text: string): RecordedFix[] {
  const fixes: RecordedFix[] = [];
  let epoch = null as Epoch | null;
  let dateMs = /^\$..RMC,/m.test(text) ? null : 0;

  const finish = (): void => {
    if (epoch === null) return;
    dateMs = epoch.dateMs ?? dateMs;
    if (epoch.fix === null || dateMs === null) return;
    const lastMs = fixes.at(-1)?.atMs ?? 0;
    const isNextDay = epoch.dateMs === null && dateMs + timeOfDayMs(epoch.time) < lastMs - DAY_MS / 2;
    if (isNextDay) dateMs += DAY_MS;
    fixes.push({ atMs: dateMs + timeOfDayMs(epoch.time), fix: epoch.fix });
  };

  for (const line of text.split('\n')) {
    const fields = readSentence(line.trim());
    const kind = KINDS.get(fields?.[0]?.slice(2) ?? '');
    if (fields === null || kind === undefined) continue;
    const time = (kind.timeField === null ? epoch?.time : fields[kind.timeField]) ?? '';
    if (time === '') continue;
    if (epoch?.time !== time) {
      finish();
      epoch = { time, dateMs: null, fix: null };
    }
    kind.add(epoch, fields);
  }
  finish();
  return fixes;
}

/** The fields without `$` and checksum, or null when the checksum is wrong or the line is no sentence. */
export function readSentence(line: string): string[] | null {
  const match = /^\$([^*]*)\*([0-9A-Fa-f]{2})$/.exec(line);
  const [, body, checksum] = match ?? [];
  if (body === undefined || checksum === undefined) return null;
  let sum = 0;
  for (const letter of body) sum ^= letter.codePointAt(0) ?? 0;
  return sum === Number.parseInt(checksum, 16) ? body.split(',') : null;
}

/** RMC: time, validity, latitude, N/S, longitude, E/W, knots, course, date. */
function addRmc(epoch: Epoch, fields: string[]): void {
  const [, , validity, lat, northSouth, lng, eastWest, knots, course, date] = fields;
  epoch.dateMs = dateOf(date);
  const place = placeOf(lat, northSouth, lng, eastWest);
  if (validity !== 'A' || place === null) return;
  const speedMps = numberOf(knots);
  const courseDeg = numberOf(course);
  epoch.fix = {
    ...epoch.fix,
    ...place,
    ...(speedMps !== null && { speedMps: speedMps * KNOT_MPS }),
    ...(courseDeg !== null && { courseDeg }),
  };
}

/** GGA: time, latitude, N/S, longitude, E/W, quality, satellites, HDOP, altitude. */
function addGga(epoch: Epoch, fields: string[]): void {
  const [, , lat, northSouth, lng, eastWest, quality, sats, , altitude] = fields;
  const place = placeOf(lat, northSouth, lng, eastWest);
  if (quality === '0' || place === null) return;
  const satellites = numberOf(sats);
  const altitudeM = numberOf(altitude);
  epoch.fix = {
    ...place,
    ...epoch.fix,
    ...(satellites !== null && { satellites }),
    ...(altitudeM !== null && { altitudeM }),
  };
}

/** GLL: latitude, N/S, longitude, E/W, time, validity. */
function addGll(epoch: Epoch, fields: string[]): void {
  const [, lat, northSouth, lng, eastWest, , validity] = fields;
  const place = placeOf(lat, northSouth, lng, eastWest);
  if (validity === 'V' || place === null) return;
  epoch.fix = { ...place, ...epoch.fix };
}

/** VTG: course, T, magnetic course, M, knots, N. Gives the motion of an epoch, not its position. */
function addVtg(epoch: Epoch, fields: string[]): void {
  if (epoch.fix === null) return;
  const courseDeg = numberOf(fields[1]);
  const speed = numberOf(fields[5]);
  epoch.fix = {
    ...(courseDeg !== null && { courseDeg }),
    ...(speed !== null && { speedMps: speed * KNOT_MPS }),
    ...epoch.fix,
  };
}

function placeOf(
  lat?: string,
  northSouth?: string,
  lng?: string,
  eastWest?: string,
): { lat: number; lng: number } | null {
  const north = degreesOf(lat);
  const east = degreesOf(lng);
  if (north === null || east === null) return null;
  return { lat: northSouth === 'S' ? -north : north, lng: eastWest === 'W' ? -east : east };
}

/** `ddmm.mmmm` or `dddmm.mmmm` to degrees. */
function degreesOf(text: string | undefined): number | null {
  const value = numberOf(text);
  if (value === null) return null;
  const degrees = Math.floor(value / 100);
  return degrees + (value - degrees * 100) / 60;
}

/** `ddmmyy`; two-digit years below 80 are of this century, as receivers with GPS began in 1980. */
function dateOf(text: string | undefined): number | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '');
  if (match === null) return null;
  const [day = 0, month = 0, shortYear = 0] = match.slice(1).map(Number);
  return Date.UTC(shortYear < 80 ? 2000 + shortYear : 1900 + shortYear, month - 1, day);
}

function timeOfDayMs(text: string): number {
  const value = Number(text);
  const hours = Math.floor(value / 10_000);
  const minutes = Math.floor(value / 100) % 100;
  const seconds = value % 100;
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000) % DAY_MS;
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
