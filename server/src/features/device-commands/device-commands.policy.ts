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
 * May this person take the command back? One's own ping or command, or as the device's user anybody's command; and only
 * while it has not gone out. What the portal gives by itself is not a person's to cancel.
 */
export function mayCancel(command: CommandFacts, accountId: string, relation: KnownDevice['relation']): CancelVerdict {
  const isOwn = command.sentBy === accountId && (command.purpose === 'manual' || command.purpose === 'ping');
  const isOfUser = relation === 'assigned_user' && command.purpose === 'manual';
  if (!isOwn && !isOfUser) return 'forbidden';
  return isWaiting(command.state) ? 'allowed' : 'conflict';
}
