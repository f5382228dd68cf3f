import type { Actor } from '#platform/actor/actor';

/** What a policy needs to know of a device. */
export interface DeviceFacts {
  registeredBy: string;
  /** Its user; null while it has none, and while an assignment waits. */
  assignedTo: string | null;
  /** It counts as assigned: it has a user, an assignment waits, or its last user has not given it back. */
  countsAsAssigned: boolean;
  /** The company that it has belonged to since it was registered. */
  companyId: string | null;
  /** The company that stands for it: its own, else the one that its installer owns. */
  standingCompanyId: string | null;
}

/** What a policy needs to know of who asks. */
export interface Viewer {
  accountId: string;
  /** The company that the person owns or is an accepted employee of. */
  companyId: string | null;
  /** False once the servicing has ended (CERT-09): only what they are the user of stays. */
  mayService: boolean;
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

/**
 * Relation decides, not role; being its user comes before having registered it. Whoever has left the company of a
 * device has nothing to do with it any more, also not by having registered it.
 */
export function relationTo(device: DeviceFacts, viewer: Viewer): Relation {
  if (device.assignedTo === viewer.accountId) return 'assigned_user';
  if (!viewer.mayService) return 'none';
  const isOfCompany = device.standingCompanyId !== null && device.standingCompanyId === viewer.companyId;
  if (device.registeredBy === viewer.accountId && (device.companyId === null || isOfCompany))
    return device.countsAsAssigned ? 'installer_assigned' : 'installer_unassigned';
  if (!isOfCompany) return 'none';
  return device.countsAsAssigned ? 'company_assigned' : 'company_unassigned';
}

export type Verdict = 'allowed' | 'forbidden' | 'conflict' | 'not_found';

export function mayRegister(actor: Actor): Verdict {
  return actor.role === 'installer' ? 'allowed' : 'forbidden';
}

/** IDEV-10: registering and reconfiguring at once, so the installer of the device alone, also one who is its user. */
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
 * Its installer assigns a device that nobody has. One that was taken from its user goes back to that user alone until it
 * was given back: else a second account of the installer would see where it is.
 */
export function mayAssign(relation: Relation, state: AssignmentState, isGivenBackTo: boolean): Verdict {
  if (relation !== 'installer_unassigned' && relation !== 'installer_assigned') return 'forbidden';
  return state === 'free' || (state === 'taken' && isGivenBackTo) ? 'allowed' : 'conflict';
}

/** Its installer cancels what waits; where nothing waits there is nothing to cancel. */
export function mayCancel(relation: Relation, state: AssignmentState): Verdict {
  if (relation === 'assigned_user' || relation === 'company_unassigned') return 'forbidden';
  if (state !== 'waiting') return 'not_found';
  return relation === 'installer_assigned' ? 'allowed' : 'forbidden';
}

/** Its user gives it back, its installer takes it; where it has no user there is nothing to end. */
export function mayEnd(relation: Relation, state: AssignmentState): Verdict {
  if (relation === 'assigned_user') return 'allowed';
  if (state !== 'assigned') return 'not_found';
  return relation === 'installer_assigned' ? 'allowed' : 'forbidden';
}

/** Its installer shows the code of a device that was not given back. */
export function mayClaimAgain(relation: Relation, isTaken: boolean, state: AssignmentState): Verdict {
  if (relation !== 'installer_unassigned' && relation !== 'installer_assigned') return 'forbidden';
  return isTaken && state !== 'assigned' ? 'allowed' : 'conflict';
}
