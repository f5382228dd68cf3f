import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';

/** A member of the company registered it: it is serviced, and managed by them alone (IDEV-07). */
export const isOfColleague = ({ relation }: TableRow): boolean =>
  relation === 'company_unassigned' || relation === 'company_assigned';

/** IDEV-10: no other tracker has taken its place. */
export const isInUse = ({ replacedBy }: TableRow): boolean => replacedBy === null;

/** IDEV-10: the installer who registered it. */
export const mayReplace = (device: TableRow): boolean =>
  device.mayManage && isInUse(device) && device.relation !== 'assigned_user';

/** A replaced one is nobody's to get, and its user's still. */
export const mayEndOrAssign = (device: TableRow): boolean =>
  device.mayManage && (isInUse(device) || device.assignment !== 'none');

/** It has no user, and its last one has not given it back (authorization.md, rule a). */
export const isTaken = ({ assignment, relation }: TableRow): boolean =>
  assignment === 'none' && (relation === 'installer_assigned' || relation === 'company_assigned');

/**
 * What Get Location does: it asks the device; or asks its user first; or there is nobody who could allow it, for
 * one of three reasons. The server decides each time anew.
 */
export type LocationRight = 'free' | 'ask' | 'waiting' | 'taken' | 'company';

export function locationRight(device: TableRow, hasGrant: boolean): LocationRight {
  const { relation, assignment } = device;
  if (hasGrant || relation === 'assigned_user' || relation === 'installer_unassigned') return 'free';
  if (relation === 'company_unassigned') return 'company';
  if (isTaken(device)) return 'taken';
  return assignment === 'waiting' ? 'waiting' : 'ask';
}
