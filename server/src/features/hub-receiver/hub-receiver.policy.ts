import type { Role } from '@trace/contract/kernel/roles';

/**
 * T08: allows the user and the registering installer of a device, as for its other settings. A person without access
 * does not learn of the device.
 */
export function maySetUpReporting(role: Role, relation: string | null): 'allowed' | 'forbidden' | 'not_found' {
  if (role === 'staff') return 'forbidden';
  if (relation === null) return 'not_found';
  return relation.startsWith('company_') ? 'forbidden' : 'allowed';
}
