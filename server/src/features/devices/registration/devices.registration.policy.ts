import type { Actor } from '#platform/actor/actor';
import type { Relation, Verdict } from '../devices.policy.ts';

/** Staff look after any device, without being related to it. */
export type Standing = Relation | 'staff';

export function mayVerify(actor: Actor): Verdict {
  return actor.role === 'user' ? 'forbidden' : 'allowed';
}

/** Decision (f): by whom and when a device was registered is for its company and support. */
export function mayKnowRegistrant(
  actor: Actor,
  own: { companyId: string | null },
  device: { registeredBy: string; companyId: string | null },
): boolean {
  if (actor.role === 'staff' || device.registeredBy === actor.accountId) return true;
  return device.companyId !== null && device.companyId === own.companyId;
}

/** Its user, its installer and staff; the colleagues of its installer see it and leave it as it is. */
export function mayRename(standing: Standing): Verdict {
  if (standing === 'none') return 'not_found';
  return standing === 'company_unassigned' || standing === 'company_assigned' ? 'forbidden' : 'allowed';
}

export function mayRevokeCertificate(standing: Standing): Verdict {
  return mayRename(standing);
}

/** As renaming, but support needs a ticket for it. */
export function mayRemove(standing: Standing): Verdict {
  return standing === 'staff' ? 'forbidden' : mayRename(standing);
}

/** An installer who takes a device from its user types its serial. */
export function needsConfirmation(standing: Standing): boolean {
  return standing === 'installer_assigned';
}
