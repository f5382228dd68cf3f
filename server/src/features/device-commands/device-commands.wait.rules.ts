import { commandLifetimeMs, deviceCommandsRules } from '@trace/contract/device-commands/device-commands.rules';
import type { CommandName } from '@trace/contract/device-protocol/commands';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.schema';

export interface Presence {
  status: DeviceStatus;
  /** When a sleeping device is expected. */
  wakesAt: Date | null;
}

export interface Wait {
  /** When the command ends unanswered; null for a setting. */
  expiresAt: Date | null;
  /** It waits for a device that is not there, and says so. */
  waits: boolean;
}

const away: readonly DeviceStatus[] = ['sleeping', 'offline', 'awaiting'];

/**
 * CTRL-04: how long a command lives. One that is to wait for the device's next wake lives until that and a grace, at
 * most a day; a device that is there has no more time for its answer than else.
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
