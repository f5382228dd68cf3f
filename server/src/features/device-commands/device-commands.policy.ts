import { isWaiting, type CommandState } from '@trace/contract/device-commands/device-commands.rules';

import type { KnownDevice } from '#features/devices/devices.port';
import type { CommandPurpose } from './device-commands.port.ts';

export interface CommandFacts {
  purpose: CommandPurpose;
  sentBy: string | null;
  state: CommandState;
}

export type CancelVerdict = 'allowed' | 'forbidden' | 'conflict';

/**
 * Checks whether a person can cancel a command. Senders can cancel their own pings and commands, and the device's user
 * any person's command. Only unsent commands can be cancelled, and never the portal's own.
 */
export function mayCancel(command: CommandFacts, accountId: string, relation: KnownDevice['relation']): CancelVerdict {
  const isOwn = command.sentBy === accountId && (command.purpose === 'manual' || command.purpose === 'ping');
  const isOfUser = relation === 'assigned_user' && command.purpose === 'manual';
  if (!isOwn && !isOfUser) return 'forbidden';
  return isWaiting(command.state) ? 'allowed' : 'conflict';
}
