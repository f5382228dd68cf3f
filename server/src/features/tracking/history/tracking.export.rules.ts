/** A position on its way into a file. The export omits, smooths and repairs no position. */
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

/** Writes a file in pieces. The texts in order form the file. */
export interface ExportWriter {
  readonly mediaType: string;
  head(): string;
  /** Points ascend, also from call to call. */
  body(points: readonly ExportPoint[]): string;
  tail(): string;
}

/** Seven decimals are a centimetre. */
export const degrees = (value: number): number => Math.round(value * 1e7) / 1e7;

/** Rounds a single-precision number from a device to its real precision. */
export const decimal = (value: number): number => Math.round(value * 100) / 100;
