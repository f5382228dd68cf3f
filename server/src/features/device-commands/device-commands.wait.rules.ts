import { commandLifetimeMs, deviceCommandsRules } from '@trace/contract/device-commands/device-commands.rules';
import type { CommandName } from '@trace/contract/device-protocol/commands';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';

export interface Presence {
  status: DeviceStatus;
  /** When a sleeping device is expected. */
  wakesAt: Date | null;
}

export interface Wait {
  /** When the command ends unanswered; null for a setting. */
  expiresAt: Date | null;
  /** The command waits for an absent device and shows as waiting. */
  waits: boolean;
}

const away: readonly DeviceStatus[] = ['sleeping', 'offline', 'awaiting'];

/**
 * CTRL-04: computes the lifetime of a command. A command for the next wake lives until the wake plus a grace period, at
 * most a day. A present device gets only the normal time to answer.
 */
export function waitOf(command: CommandName, when: 'now' | 'wake', presence: Presence, now: Date): Wait {
  const isAway = away.includes(presence.status);
  const lifetimeMs = commandLifetimeMs[command];
  if (lifetimeMs === null) return { expiresAt: null, waits: isAway };
  if (when === 'now' || !isAway) return { expiresAt: later(now, lifetimeMs), waits: false };
  const latest = later(now, deviceCommandsRules.longestWaitMs);
  if (presence.wakesAt === null) return { expiresAt: latest, waits: true };
  const wanted = later(presence.wakesAt > now ? presence.wakesAt : now, deviceCommandsRules.wakeGraceMs);
  return { expiresAt: wanted < latest ? wanted : latest, waits: true };
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
