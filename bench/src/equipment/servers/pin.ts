// Binds processes to a core, so that two measured processes do not compete for the same core.
import { spawnSync } from 'node:child_process';

const PROGRAM = 'taskset';

/** Binds a running process with all its threads. Processes and threads that it starts later inherit the binding. */
export function pinTo(pid: number, core: number): void {
  const { status } = spawnSync(PROGRAM, ['-a', '-p', '-c', String(core), String(pid)]);
  if (status !== 0) throw new Error(`process ${pid} could not be bound to core ${core}`);
}

/** Returns the command that starts `command` on a core. Null binds no core. */
export function pinned(command: readonly string[], core: number | null): string[] {
  return core === null ? [...command] : [PROGRAM, '-c', String(core), ...command];
}
