import type { Actor } from '#platform/actor/actor';
import type { Relation, Verdict } from '../devices.policy.ts';

/** Staff look after any device without a relation. */
export type CallerRelation = Relation | 'staff';

export function mayVerify(actor: Actor): Verdict {
  return actor.role === 'user' ? 'forbidden' : 'allowed';
}

/** Decision (f): only the device's company and staff see the registrant and the time of registration. */
export function mayKnowRegistrant(
  actor: Actor,
  own: { companyId: string | null },
  device: { registeredBy: string; companyId: string | null },
): boolean {
  if (actor.role === 'staff' || device.registeredBy === actor.accountId) return true;
  return device.companyId !== null && device.companyId === own.companyId;
}

/** Allows the user, the installer and staff. Colleagues of the installer see the device but cannot rename. */
export function mayRename(relation: CallerRelation): Verdict {
  if (relation === 'none') return 'not_found';
  return relation === 'company_unassigned' || relation === 'company_assigned' ? 'forbidden' : 'allowed';
}

export function mayRevokeCertificate(relation: CallerRelation): Verdict {
  return mayRename(relation);
}

/** Same as renaming, but support needs a ticket to remove a device. */
export function mayRemove(relation: CallerRelation): Verdict {
  return relation === 'staff' ? 'forbidden' : mayRename(relation);
}

/** An installer must type the serial to take a device from a user. */
export function needsConfirmation(relation: CallerRelation): boolean {
  return relation === 'installer_assigned';
}
