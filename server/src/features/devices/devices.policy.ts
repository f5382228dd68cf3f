import type { Actor } from '#platform/actor/actor';

/** What a policy needs to know of a device. */
export interface DeviceFacts {
  registeredBy: string;
  assignedTo: string | null;
}

/**
 * How a person stands to a device (authorization.md): its user, its installer while it is unassigned (I1),
 * its installer while it is assigned (I2, and I3 while a grant of theirs runs), of the company that stands for it without
 * having registered it (CM1 while it is unassigned, else CM2, CM3), or nobody to it.
 */
export type Relation =
  | 'assigned_user'
  | 'installer_unassigned'
  | 'installer_assigned'
  | 'company_unassigned'
  | 'company_assigned'
  | 'none';

/** Relation decides, not role; being its user comes before having registered it. */
export function relationTo(device: DeviceFacts, accountId: string): Relation {
  if (device.assignedTo === accountId) return 'assigned_user';
  if (device.registeredBy !== accountId) return 'none';
  return device.assignedTo === null ? 'installer_unassigned' : 'installer_assigned';
}

export type Verdict = 'allowed' | 'forbidden' | 'conflict';

export function mayRegister(actor: Actor): Verdict {
  return actor.role === 'installer' ? 'allowed' : 'forbidden';
}

/** The registering installer assigns a device that has no user. */
export function mayAssign(relation: Relation): Verdict {
  if (relation === 'installer_unassigned') return 'allowed';
  return relation === 'installer_assigned' ? 'conflict' : 'forbidden';
}

/** A certificate is issued for a device that is being registered or is registered and has no user. */
export function mayProvision(actor: Actor, relation: Relation | 'unregistered'): Verdict {
  if (relation === 'unregistered') return actor.role === 'installer' ? 'allowed' : 'forbidden';
  return relation === 'installer_unassigned' ? 'allowed' : 'forbidden';
}
