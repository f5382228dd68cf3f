import type { KnownDevice } from '#features/devices/devices.port';

/** `counted`: uses up one ping of the free plan's day. `paced`: an installer's limit per device and hour applies. */
export type PingVerdict = 'unlimited' | 'counted' | 'paced' | 'grant_required' | 'forbidden';

/**
 * Decides whether this person may ping this device and which limit applies (authorization.md, table 1: getLocation).
 */
export function mayPing(
  relation: KnownDevice['relation'],
  { isPremium, hasGrant }: { isPremium: boolean; hasGrant: boolean },
): PingVerdict {
  switch (relation) {
    case 'assigned_user':
      return isPremium ? 'unlimited' : 'counted';
    case 'installer_unassigned':
      return 'paced';
    case 'company_unassigned':
      return 'forbidden';
    case 'installer_assigned':
    case 'company_assigned':
      return hasGrant ? 'paced' : 'grant_required';
  }
}
