import type { KnownDevice } from '#features/devices/devices.port';

/** `counted`: against the free day; `paced`: an installer's 60 an hour. */
export type PingVerdict = 'unlimited' | 'counted' | 'paced' | 'grant_required';

/** May this person ping this device, and what limits it (authorization.md, table 1: getLocation). */
export function mayPing(relation: KnownDevice['relation'], isPremium: boolean): PingVerdict {
  if (relation === 'installer_unassigned') return 'paced';
  if (relation !== 'assigned_user') return 'grant_required';
  return isPremium ? 'unlimited' : 'counted';
}

/** May this person read where pings found the device. */
export const maySeePings = (relation: KnownDevice['relation']): boolean =>
  relation === 'assigned_user' || relation === 'installer_unassigned';
