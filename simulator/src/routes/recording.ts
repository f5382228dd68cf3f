import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { readGpx } from './gpx.ts';
import { readJsonLines } from './json-lines.ts';
import { readNmea } from './nmea.ts';
import type { RecordedFix } from './route.ts';

/** The reader of a recorded track, by file extension. */
const READERS: Readonly<Record<string, (text: string) => RecordedFix[]>> = {
  '.jsonl': readJsonLines,
  '.gpx': readGpx,
  '.nmea': readNmea,
  '.log': readNmea,
};

export const trackEndings = Object.keys(READERS);

/**
 * Reads a recorded track unchanged: gaps, jumps and repeats stay. Throws a readable message when the file is missing,
 * of another kind, or without a fix.
 */
export function readRecording(path: string): RecordedFix[] {
  const read = READERS[extname(path).toLowerCase()];
  if (read === undefined) throw new Error(`${path}: unknown file type, use one of ${trackEndings.join(', ')}`);
  const fixes = read(readText(path));
  if (fixes.length === 0) throw new Error(`${path}: no fix in this file`);
  return fixes;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: cannot be read`, { cause: error });
  }
}
