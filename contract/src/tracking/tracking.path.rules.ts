import type { PackedPath } from './tracking.schema.ts';

/** A path in columns: the same index in each column is one point, ascending in time. Instants in ms. */
export interface Path {
  serialNumber: string;
  fromAt: number;
  toAt: number;
  at: number[];
  lat: number[];
  lng: number[];
  /** Which of the points a ping found; the device reported the others. */
  pings: number[];
}

/** A millionth of a degree is 11 cm at most. */
const PER_DEGREE = 1e6;

export function packPath({ serialNumber, fromAt, toAt, at, lat, lng, pings }: Path): PackedPath {
  const steps = createStepWriter(at.length);
  let lastAt = fromAt;
  let lastLat = 0;
  let lastLng = 0;
  for (let point = 0; point < at.length; point += 1) {
    const latMillionths = Math.round(lat[point]! * PER_DEGREE);
    const lngMillionths = Math.round(lng[point]! * PER_DEGREE);
    steps.write(at[point]! - lastAt);
    steps.write(latMillionths - lastLat);
    steps.write(lngMillionths - lastLng);
    lastAt = at[point]!;
    lastLat = latMillionths;
    lastLng = lngMillionths;
  }
  return { serialNumber, fromAt, toAt, steps: steps.text(), pings };
}

export function unpackPath({ serialNumber, fromAt, toAt, steps, pings }: PackedPath): Path {
  const path: Path = { serialNumber, fromAt, toAt, at: [], lat: [], lng: [], pings };
  const reader = createStepReader(steps);
  let at = fromAt;
  let latMillionths = 0;
  let lngMillionths = 0;
  while (!reader.isAtEnd()) {
    at += reader.read();
    latMillionths += reader.read();
    lngMillionths += reader.read();
    path.at.push(at);
    path.lat.push(latMillionths / PER_DEGREE);
    path.lng.push(lngMillionths / PER_DEGREE);
  }
  return path;
}

/** Packs a column of whole numbers, each as the difference from the previous number. */
export function packNumbers(values: readonly number[]): string {
  const steps = createStepWriter(values.length);
  let last = 0;
  for (const value of values) {
    steps.write(value - last);
    last = value;
  }
  return steps.text();
}

export function unpackNumbers(steps: string): number[] {
  const values: number[] = [];
  const reader = createStepReader(steps);
  for (let last = 0; !reader.isAtEnd(); values.push(last)) last += reader.read();
  return values;
}

// A number is written as groups of five bits, lowest group first, each as a printable character. The lowest bit is the
// sign.
const GROUP_BITS = 5;
const GROUP = 0b11111;
const GOES_ON = 0b100000;
const FIRST_CHARACTER = 63;
const MOST_CHARACTERS = 7;
const NUMBERS_PER_POINT = 3;

/**
 * The buffer for steps before the conversion to text. The buffer is reused, because memory outside the heap is costly
 * to collect.
 */
let scratch = new Uint8Array(0);

/**
 * Creates a writer for whole numbers of up to 30 bits: 12 days in ms, or once around the earth. Only one writer at a
 * time.
 */
function createStepWriter(points: number) {
  const mostBytes = points * NUMBERS_PER_POINT * MOST_CHARACTERS;
  if (scratch.length < mostBytes) scratch = new Uint8Array(mostBytes);
  const bytes = scratch;
  let end = 0;
  return {
    write(value: number): void {
      let rest = value < 0 ? ~(value << 1) : value << 1;
      for (; rest > GROUP; rest >>>= GROUP_BITS) bytes[end++] = FIRST_CHARACTER + (GOES_ON | (rest & GROUP));
      bytes[end++] = FIRST_CHARACTER + rest;
    },
    text: (): string => new TextDecoder().decode(bytes.subarray(0, end)),
  };
}

function createStepReader(text: string) {
  let next = 0;
  return {
    isAtEnd: (): boolean => next >= text.length,
    read(): number {
      let value = 0;
      for (let shift = 0; ; shift += GROUP_BITS) {
        const group = text.charCodeAt(next++) - FIRST_CHARACTER;
        value |= (group & GROUP) << shift;
        if (group < GOES_ON) return value & 1 ? ~(value >> 1) : value >> 1;
      }
    },
  };
}
