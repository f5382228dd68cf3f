import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import { decimal, degrees, type ExportPoint, type ExportWriter } from './tracking.export.rules.ts';

/** RFC 4180. Cells hold times, numbers and two fixed words, so a spreadsheet finds no formula. */
export const createCsvWriter = (): ExportWriter => ({
  mediaType: 'text/csv; charset=utf-8',
  head: () => rowOf(historyTexts.columns),
  body: (points) => points.map((point) => rowOf(cellsOf(point))).join(''),
  tail: () => '',
});

const rowOf = (cells: readonly (string | number)[]): string => `${cells.join(',')}\r\n`;

const cellsOf = ({
  at,
  lat,
  lng,
  altitudeM,
  speedMps,
  courseDeg,
  accuracyM,
  satellites,
  source,
  clock,
}: ExportPoint) => [
  at.toISOString(),
  degrees(lat).toFixed(7),
  degrees(lng).toFixed(7),
  ...[altitudeM, speedMps, courseDeg, accuracyM].map((value) => (value === null ? '' : decimal(value))),
  satellites ?? '',
  source,
  clock,
];
