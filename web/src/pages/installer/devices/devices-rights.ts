import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';

/**
 * Returns whether a colleague in the company registered the device. Colleagues can service the device, but only its
 * registrant manages the device (IDEV-07).
 */
export const isOfColleague = ({ relation }: TableRow): boolean =>
  relation === 'company_unassigned' || relation === 'company_assigned';

/** IDEV-10: returns whether the device has not been replaced by another tracker. */
export const isInUse = ({ replacedBy }: TableRow): boolean => replacedBy === null;

/** IDEV-10: only the installer who registered the device may replace the device. */
export const mayReplace = (device: TableRow): boolean =>
  device.mayManage && isInUse(device) && device.relation !== 'assigned_user';

/** A replaced device cannot be assigned, but its existing assignment can be ended. */
export const mayEndOrAssign = (device: TableRow): boolean =>
  device.mayManage && (isInUse(device) || device.assignment !== 'none');

/**
 * Returns whether the device has no user, and its last user has not given the device back (authorization.md, rule a).
 */
export const isTaken = ({ assignment, relation }: TableRow): boolean =>
  assignment === 'none' && (relation === 'installer_assigned' || relation === 'company_assigned');

/**
 * The effect of Get Location: the device is asked, its user is asked first, or no user can allow access, for one of
 * three reasons. The server decides again on each request.
 */
export type LocationRight = 'free' | 'ask' | 'waiting' | 'taken' | 'company';

export function locationRight(device: TableRow, hasGrant: boolean): LocationRight {
  const { relation, assignment } = device;
  if (hasGrant || relation === 'assigned_user' || relation === 'installer_unassigned') return 'free';
  if (relation === 'company_unassigned') return 'company';
  if (isTaken(device)) return 'taken';
  return assignment === 'waiting' ? 'waiting' : 'ask';
}
