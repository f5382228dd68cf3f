import type { GeneratorResult, GeneratorTask } from './generator.ts';
import { runChild } from '../servers/run-child.ts';

export interface GenerateOptions {
  readonly core: number | null;
  /** The warm-up is over. */
  onMeasuring?(): void;
  onMeasured?(): void;
}

const SPARE_MS = 60_000;

/** Runs the generator until it ends. */
export function generate(task: GeneratorTask, options: GenerateOptions): Promise<GeneratorResult> {
  return runChild('devices/generator.ts', task, {
    core: options.core,
    timeoutMs: task.warmUpMs + task.measureMs + SPARE_MS,
    onLine: (line) => {
      if (line === 'measuring') options.onMeasuring?.();
      if (line === 'measured') options.onMeasured?.();
    },
  });
}
