import { cpus } from 'node:os';

export interface BenchSettings {
  /** Many long rounds instead of a short look. */
  readonly isLong: boolean;
  /** Server on the first core, generator and database on the second. */
  readonly isPinned: boolean;
  /** Flags for the server's Node process, such as profiling flags. */
  readonly nodeFlags: readonly string[];
}

/** A measured figure. `budgets.json` lists the budget under this name. */
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
