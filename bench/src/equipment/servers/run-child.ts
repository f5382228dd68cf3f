import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pinned } from './pin.ts';

export interface ChildOptions {
  /** The core that the process is pinned to. */
  readonly core: number | null;
  readonly timeoutMs: number;
  /** A line that is not the result. */
  onLine?(line: string): void;
}

/**
 * Runs a script of the equipment with the task, or the name of a file with the task, as an argument. The script's line of
 * JSON is the result.
 */
export async function runChild<Result>(script: string, task: object | string, options: ChildOptions): Promise<Result> {
  const argument = typeof task === 'string' ? task : JSON.stringify(task);
  const command = [process.execPath, path.join(import.meta.dirname, '..', script), argument];
  const [program = '', ...args] = pinned(command, options.core);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: options.timeoutMs });
  let result: Result | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) result = JSON.parse(line) as Result;
    else options.onLine?.(line);
  });
  await once(child, 'close');
  if (result === null) throw new Error(`${script} ended without a result`);
  return result;
}
