import type { Actor } from '#platform/actor/actor';

/** The facts of a device that a policy needs. */
export interface DeviceFacts {
  registeredBy: string;
  /** The device's user. Null without a user, and while an assignment waits. */
  assignedTo: string | null;
  /** True when the device has a user, an assignment waits, or the last user has not given the device back. */
  countsAsAssigned: boolean;
  /** The device's company since registration. */
  companyId: string | null;
  /** The responsible company: the device's own company, or else the company owned by the installer. */
  responsibleCompanyId: string | null;
}

/** The facts of the caller that a policy needs. */
export interface Viewer {
  accountId: string;
  /** The company that the person owns or is an accepted employee of. */
  companyId: string | null;
  /** False once servicing has ended (CERT-09). Only the devices of which the person is the user remain. */
  mayService: boolean;
}

/**
 * The relation of a person to a device (authorization.md). The installer is I1 while the device is unassigned, I2 while
 * assigned, and I3 with an active grant. Members of the responsible company who did not register the device are CM1
 * while unassigned, else CM2, CM3.
 */
export type Relation =
  | 'assigned_user'
  | 'installer_unassigned'
  | 'installer_assigned'
  | 'company_unassigned'
  | 'company_assigned'
  | 'none';

/**
 * The relation decides, not the role. Being the user comes before having registered the device. A person who has left
 * the device's company has no relation any more, even after registering the device.
 */
export function relationTo(device: DeviceFacts, viewer: Viewer): Relation {
  if (device.assignedTo === viewer.accountId) return 'assigned_user';
  if (!viewer.mayService) return 'none';
  const isOfCompany = device.responsibleCompanyId !== null && device.responsibleCompanyId === viewer.companyId;
  if (device.registeredBy === viewer.accountId && (device.companyId === null || isOfCompany))
    return device.countsAsAssigned ? 'installer_assigned' : 'installer_unassigned';
  if (!isOfCompany) return 'none';
  return device.countsAsAssigned ? 'company_assigned' : 'company_unassigned';
}

export type Verdict = 'allowed' | 'forbidden' | 'conflict' | 'not_found';

export function mayRegister(actor: Actor): Verdict {
  return actor.role === 'installer' ? 'allowed' : 'forbidden';
}

/**
 * IDEV-10: replacing combines registering and reconfiguring. Only the device's installer can replace, also when the
 * installer is the user.
 */
export function mayReplace(actor: Pick<Actor, 'accountId' | 'role'>, device: DeviceFacts, relation: Relation): Verdict {
  if (relation === 'none') return 'not_found';
  const isOwn = relation === 'assigned_user' && device.registeredBy === actor.accountId;
  const isInstaller = relation === 'installer_unassigned' || relation === 'installer_assigned';
  return actor.role === 'installer' && (isInstaller || isOwn) ? 'allowed' : 'forbidden';
}

/** A certificate is issued for a device that is being registered or is registered and has no user. */
export function mayProvision(actor: Actor, relation: Relation | 'unregistered'): Verdict {
  if (relation === 'unregistered') return actor.role === 'installer' ? 'allowed' : 'forbidden';
  return relation === 'installer_unassigned' ? 'allowed' : 'forbidden';
}

/** Where a device stands between two users (authorization.md, a). */
export type AssignmentState = 'free' | 'waiting' | 'assigned' | 'taken';

/**
 * The installer assigns a free device. A device pending return can go only to the former user. Otherwise a second
 * account of the installer would see the position.
 */
export function mayAssign(relation: Relation, state: AssignmentState, isGivenBackTo: boolean): Verdict {
  if (relation !== 'installer_unassigned' && relation !== 'installer_assigned') return 'forbidden';
  return state === 'free' || (state === 'taken' && isGivenBackTo) ? 'allowed' : 'conflict';
}

/** Only the installer cancels a waiting assignment. Without a waiting assignment, returns `not_found`. */
export function mayCancel(relation: Relation, state: AssignmentState): Verdict {
  if (relation === 'assigned_user' || relation === 'company_unassigned') return 'forbidden';
  if (state !== 'waiting') return 'not_found';
  return relation === 'installer_assigned' ? 'allowed' : 'forbidden';
}

/** The user gives the device back, or the installer ends the assignment. Without a user, returns `not_found`. */
export function mayEnd(relation: Relation, state: AssignmentState): Verdict {
  if (relation === 'assigned_user') return 'allowed';
  if (state !== 'assigned') return 'not_found';
  return relation === 'installer_assigned' ? 'allowed' : 'forbidden';
}

/** The installer shows the claim code of a device pending return. */
export function mayClaimAgain(relation: Relation, isTaken: boolean, state: AssignmentState): Verdict {
  if (relation !== 'installer_unassigned' && relation !== 'installer_assigned') return 'forbidden';
  return isTaken && state !== 'assigned' ? 'allowed' : 'conflict';
}
