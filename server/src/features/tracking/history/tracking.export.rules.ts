/** A position on its way into a file; nothing is left out, smoothed or repaired. */
export interface ExportPoint {
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly altitudeM: number | null;
  readonly speedMps: number | null;
  readonly courseDeg: number | null;
  readonly accuracyM: number | null;
  readonly satellites: number | null;
  readonly source: 'device' | 'ping';
  /** Whose clock `at` is from: the device's own may have been wrong. */
  readonly clock: 'device' | 'server';
}

export interface ExportSubject {
  readonly serialNumber: string;
  readonly name: string;
  readonly madeAt: Date;
}

/** Writes a file bit by bit: the texts of one file, put together in order. */
export interface ExportWriter {
  readonly mediaType: string;
  head(): string;
  /** Points ascend, also from call to call. */
  body(points: readonly ExportPoint[]): string;
  tail(): string;
}

/** Seven decimals are a centimetre. */
export const degrees = (value: number): number => Math.round(value * 1e7) / 1e7;

/** What devices send as numbers of single precision, without the digits that it does not have. */
export const decimal = (value: number): number => Math.round(value * 100) / 100;
