import type { RecordedFix } from './route.ts';

interface Line {
  t?: unknown;
  lat?: unknown;
  lng?: unknown;
  alt?: unknown;
  speed?: unknown;
  course?: unknown;
  acc?: unknown;
  sats?: unknown;
}

/**
 * Reads a fix per line (`t`, `lat`, `lng`, `alt`, `speed`, `course`, `acc`, `sats`). Skips the header and blank lines.
 */
export function readJsonLines(text: string): RecordedFix[] {
  const fixes: RecordedFix[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const fix = fixOf(parseLine(line, index + 1));
    if (fix !== null) fixes.push(fix);
  });
  return fixes;
}

function parseLine(line: string, lineNumber: number): Line {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`Line ${lineNumber} is not JSON`, { cause: error });
  }
}

function fixOf(line: Line): RecordedFix | null {
  const { t, lat, lng } = line;
  if (typeof t !== 'string' || typeof lat !== 'number' || typeof lng !== 'number') return null;
  return {
    atMs: Date.parse(t),
    fix: {
      lat,
      lng,
      ...(typeof line.alt === 'number' && { altitudeM: line.alt }),
      ...(typeof line.speed === 'number' && { speedMps: line.speed }),
      ...(typeof line.course === 'number' && { courseDeg: line.course }),
      ...(typeof line.acc === 'number' && { accuracyM: line.acc }),
      ...(typeof line.sats === 'number' && { satellites: line.sats }),
    },
  };
}
