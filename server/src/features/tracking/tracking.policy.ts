import type { KnownDevice } from '#features/devices/devices.port';

export type TrackingVerdict = 'allowed' | 'premium_required' | 'grant_required' | 'forbidden';

/** Decides whether this person may follow a device live and see its path (authorization.md, table 1). */
export function mayFollow(
  relation: KnownDevice['relation'],
  { isPremium, hasGrant }: { isPremium: boolean; hasGrant: boolean },
): TrackingVerdict {
  switch (relation) {
    case 'assigned_user':
      return isPremium ? 'allowed' : 'premium_required';
    case 'installer_unassigned':
      return 'allowed';
    case 'company_unassigned':
      return 'forbidden';
    case 'installer_assigned':
    case 'company_assigned':
      return hasGrant ? 'allowed' : 'grant_required';
  }
}

export type HistoryVerdict = 'allowed' | 'premium_required' | 'forbidden';

/**
 * Decides whether this person may read and export positions older than 24 hours. A grant never allows this
 * (authorization.md, table 1).
 */
export function mayReadHistory(
  relation: KnownDevice['relation'],
  { isPremium }: { isPremium: boolean },
): HistoryVerdict {
  if (relation !== 'assigned_user') return 'forbidden';
  return isPremium ? 'allowed' : 'premium_required';
}
