// Binds processes to a core, so that two that are measured do not take it from each other.
import { spawnSync } from 'node:child_process';

const PROGRAM = 'taskset';

/** A process that runs, with all its threads; those that it starts later inherit it. */
export function pinTo(pid: number, core: number): void {
  const { status } = spawnSync(PROGRAM, ['-a', '-p', '-c', String(core), String(pid)]);
  if (status !== 0) throw new Error(`process ${pid} could not be bound to core ${core}`);
}

/** The command that starts another one on a core; null binds nothing. */
export function pinned(command: readonly string[], core: number | null): string[] {
  return core === null ? [...command] : [PROGRAM, '-c', String(core), ...command];
}
