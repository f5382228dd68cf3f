import type { CommandName } from '../device-protocol/commands.ts';
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import type { CommandState } from './device-commands.schema.ts';

/** CTRL-04: how long a command may wait. null: a setting, which is desired state and does not expire. */
export const commandLifetimeMs: Record<CommandName, number | null> = {
  getLocation: 30 * SECOND_MS,
  getStatus: 30 * SECOND_MS,
  getLogs: 30 * SECOND_MS,
  restart: 5 * MINUTE_MS,
  enableLiveGps: 30 * SECOND_MS,
  disableLiveGps: 5 * MINUTE_MS,
  configure: null,
};

const endStates: readonly CommandState[] = ['answered', 'failed', 'expired', 'cancelled'];

export const isFinished = (state: CommandState): boolean => endStates.includes(state);
