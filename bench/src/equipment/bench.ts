import { cpus } from 'node:os';

export interface BenchSettings {
  /** Many long rounds instead of a short look. */
  readonly isLong: boolean;
  /** Server on the first core, generator and database on the second. */
  readonly isPinned: boolean;
  /** For the server's Node, such as those that profile it. */
  readonly nodeFlags: readonly string[];
}

/** One measured figure; `budgets.json` knows what is asked of it by its name. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly note?: string;
}

export interface Bench {
  readonly name: string;
  run(settings: BenchSettings): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const machine = (): string => `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
