// Unique positions, each with the people who may ever see the position.
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import type { PackedPath } from '@trace/contract/tracking/tracking.schema';

export interface CanaryPosition {
  readonly lat: number;
  readonly lng: number;
  /** Device and phase, for the report of a leak. */
  readonly note: string;
  readonly allowed: ReadonlySet<string>;
}

export interface CanaryPositions {
  /** Makes a position for these people only. */
  make(note: string, allowed: Iterable<string>): CanaryPosition;
  /** Looks for positions in a received text. Returns a sentence for each leak. */
  check(person: string, text: string): string[];
  /** The number of positions that reached entitled people. */
  seen(): number;
  /** The latitudes of the newest positions as text, for the search in logs and tables. */
  texts(): string[];
}

/** Four decimals of the latitude tell positions apart, also after rounding. The fifth and sixth never carry over. */
const DECIMALS = 4;
const FIRST_DEGREE = 31;
const STEPS = 10_000;
/** A step that reaches all decimals before a repetition. */
const STRIDE = 3_571;
const NUMBER = /-?\b\d{2,3}\.\d{4,}/g;
const NEWEST = 20;

export function createCanaryPositions(): CanaryPositions {
  const known = new Map<string, CanaryPosition>();
  let [count, seen] = [0, 0];
  const checkNumber = (person: string, number: string): string | null => {
    const position = known.get(keyOf(number));
    if (position === undefined) return null;
    if (!position.allowed.has(person)) return `${person} received the position ${position.note}`;
    seen += 1;
    return null;
  };
  return {
    make: (note, allowed) => {
      const decimals = (count * STRIDE) % STEPS;
      const lat = FIRST_DEGREE + Math.floor(count / STEPS) + decimals / STEPS + 0.000_012;
      const position = { lat, lng: 100 + decimals / STEPS + 0.000_021, note, allowed: new Set(allowed) };
      count += 1;
      known.set(keyOf(lat.toFixed(6)), position);
      return position;
    },
    check: (person, text) => {
      const numbers = [...new Set([...(text.match(NUMBER) ?? []), ...packedIn(text)])];
      return numbers.flatMap((number) => checkNumber(person, number) ?? []);
    },
    seen: () => seen,
    texts: () => [...known.values()].slice(-NEWEST).map(({ lat }) => lat.toFixed(6)),
  };
}

/** The degrees with their first decimals, cut off and not rounded. */
const keyOf = (number: string): string => number.slice(0, number.indexOf('.') + 1 + DECIMALS);

/** The latitudes of the paths in an answer, which are packed. */
function packedIn(text: string): string[] {
  if (!text.startsWith('{') || !text.includes('"steps":"')) return [];
  return pathsIn(JSON.parse(text)).flatMap((path) => unpackPath(path).lat.map((lat) => lat.toFixed(6)));
}

function pathsIn(value: unknown): PackedPath[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('steps' in value && typeof value.steps === 'string') return [value as PackedPath];
  return Object.values(value).flatMap(pathsIn);
}
