import type { RecordedFix } from './route.ts';

const POINT = /<trkpt\b([^>]*?)(?:\/>|>([\s\S]*?)<\/trkpt>)/g;

/** Reads the track points of a GPX file that carry a time; routes and way points have none and are passed over. */
export function readGpx(text: string): RecordedFix[] {
  const fixes: RecordedFix[] = [];
  for (const [, attributes = '', children = ''] of text.matchAll(POINT)) {
    const lat = numberIn(attributes, /\blat\s*=\s*["']([^"']*)["']/);
    const lng = numberIn(attributes, /\blon\s*=\s*["']([^"']*)["']/);
    const atMs = Date.parse(textOf(children, 'time') ?? '');
    if (lat === null || lng === null || Number.isNaN(atMs)) continue;
    fixes.push({ atMs, fix: { lat, lng, ...optionalFields(children) } });
  }
  return fixes;
}

function optionalFields(children: string): object {
  const altitudeM = numberIn(children, element('ele'));
  const speedMps = numberIn(children, element('speed'));
  const courseDeg = numberIn(children, element('course'));
  const satellites = numberIn(children, element('sat'));
  return {
    ...(altitudeM !== null && { altitudeM }),
    ...(speedMps !== null && { speedMps }),
    ...(courseDeg !== null && { courseDeg }),
    ...(satellites !== null && { satellites }),
  };
}

/** Matches with or without a namespace prefix, as the extensions of recorders vary. */
const element = (name: string): RegExp => new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*</`);

const textOf = (xml: string, name: string): string | undefined => element(name).exec(xml)?.[1];

function numberIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1]?.trim();
  if (found === undefined || found === '') return null;
  const value = Number(found);
  return Number.isFinite(value) ? value : null;
}
