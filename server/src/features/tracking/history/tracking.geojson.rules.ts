import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { decimal, degrees, type ExportPoint, type ExportSubject, type ExportWriter } from './tracking.export.rules.ts';

/**
 * Positions per line. A file of months can be read line by line, and is written without holding the whole file in
 * memory.
 */
const MOST_IN_LINE = 1_000;

/**
 * RFC 7946: lines whose properties give time, speed and accuracy for each place. A new line begins after a gap and at
 * the antimeridian (§3.1.9). Any other line begins where the previous line ended.
 */
export function createGeoJsonWriter({ serialNumber, name }: ExportSubject): ExportWriter {
  let line: ExportPoint[] = [];
  let isFirst = true;
  const close = (): string => {
    if (line.length === 0) return '';
    const text = `${isFirst ? '' : ',\n'}${JSON.stringify(featureOf(line, serialNumber, name))}`;
    isFirst = false;
    return text;
  };
  return {
    mediaType: 'application/geo+json',
    head: () => '{"type":"FeatureCollection","features":[\n',
    body(points) {
      let text = '';
      for (const point of points) {
        const last = line.at(-1);
        if (last !== undefined && isApart(last, point)) {
          text += close();
          line = [];
        } else if (last !== undefined && line.length === MOST_IN_LINE) {
          text += close();
          line = [last];
        }
        line.push(point);
      }
      return text;
    },
    tail: () => `${close()}\n]}\n`,
  };
}

const isApart = (one: ExportPoint, other: ExportPoint): boolean =>
  other.at.getTime() - one.at.getTime() > historyRules.gapMs || Math.abs(other.lng - one.lng) > 180;

function featureOf(points: readonly ExportPoint[], serialNumber: string, name: string): object {
  const places = points.map(({ lat, lng, altitudeM }) =>
    altitudeM === null ? [degrees(lng), degrees(lat)] : [degrees(lng), degrees(lat), decimal(altitudeM)],
  );
  const geometry =
    places.length === 1 ? { type: 'Point', coordinates: places[0] } : { type: 'LineString', coordinates: places };
  return {
    type: 'Feature',
    geometry,
    properties: {
      serialNumber,
      name,
      times: points.map(({ at }) => at.toISOString()),
      speedMps: points.map(({ speedMps }) => orNull(speedMps)),
      courseDeg: points.map(({ courseDeg }) => orNull(courseDeg)),
      accuracyM: points.map(({ accuracyM }) => orNull(accuracyM)),
      satellites: points.map(({ satellites }) => satellites),
      sources: points.map(({ source }) => source),
      clocks: points.map(({ clock }) => clock),
    },
  };
}

const orNull = (value: number | null): number | null => (value === null ? null : decimal(value));
