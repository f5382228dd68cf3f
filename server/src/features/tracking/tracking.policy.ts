import type { KnownDevice } from '#features/devices/devices.port';

export type TrackingVerdict = 'allowed' | 'premium_required' | 'grant_required';

/** May this person follow a device live and see its path (authorization.md, table 1). */
export function mayFollow(relation: KnownDevice['relation'], isPremium: boolean): TrackingVerdict {
  if (relation === 'installer_unassigned') return 'allowed';
  if (relation !== 'assigned_user') return 'grant_required';
  return isPremium ? 'allowed' : 'premium_required';
}
