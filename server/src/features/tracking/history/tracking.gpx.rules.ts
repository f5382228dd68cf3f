import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { decimal, degrees, type ExportPoint, type ExportSubject, type ExportWriter } from './tracking.export.rules.ts';

const GPX = 'http://www.topografix.com/GPX/1/1';
/** GPX 1.1 has no element for speed and course. Other programs read both from this extension. */
const TRACK_POINT = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2';

/**
 * GPX 1.1 (https://www.topografix.com/GPX/1/1/gpx.xsd), whose elements have a fixed order. Writes a single track. A new
 * segment begins after each gap.
 */
export function createGpxWriter({ serialNumber, name, madeAt }: ExportSubject): ExportWriter {
  let lastAt: number | null = null;
  return {
    mediaType: 'application/gpx+xml; charset=utf-8',
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<gpx version="1.1" creator="Trace" xmlns="${GPX}" xmlns:gpxtpx="${TRACK_POINT}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${GPX} ${GPX}/gpx.xsd ${TRACK_POINT} ${TRACK_POINT.replace('/v2', 'v2')}.xsd">\n` +
      `<metadata><name>${xml(name)}</name><time>${madeAt.toISOString()}</time></metadata>\n` +
      `<trk><name>${xml(name)}</name><desc>${xml(serialNumber)}</desc>`,
    body(points) {
      let text = '';
      for (const point of points) {
        const at = point.at.getTime();
        if (lastAt === null) text += '<trkseg>\n';
        else if (at - lastAt > historyRules.gapMs) text += '</trkseg>\n<trkseg>\n';
        lastAt = at;
        text += pointOf(point);
      }
      return text;
    },
    tail: () => `${lastAt === null ? '' : '</trkseg>'}</trk>\n</gpx>\n`,
  };
}

function pointOf({ at, lat, lng, altitudeM, speedMps, courseDeg, satellites, source }: ExportPoint): string {
  const motion = optional('gpxtpx:speed', speedMps) + optional('gpxtpx:course', courseDeg);
  return (
    `<trkpt lat="${degrees(lat).toFixed(7)}" lon="${degrees(lng).toFixed(7)}">` +
    optional('ele', altitudeM) +
    `<time>${at.toISOString()}</time>` +
    (source === 'ping' ? '<src>ping</src>' : '') +
    optional('sat', satellites) +
    (motion && `<extensions><gpxtpx:TrackPointExtension>${motion}</gpxtpx:TrackPointExtension></extensions>`) +
    '</trkpt>\n'
  );
}

const optional = (tag: string, value: number | null): string =>
  value === null ? '' : `<${tag}>${decimal(value)}</${tag}>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text for XML 1.0 and removes characters that XML 1.0 forbids: control characters and lone surrogates. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => entities[sign]!);
