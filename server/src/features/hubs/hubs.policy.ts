import type { Role } from '@trace/contract/kernel/roles';

/**
 * How the user relates to the device that the hub is for. `null`: no device was named, or the user has no relation to
 * the device.
 */
export interface HubCaller {
  role: Role;
  relation: string | null;
  /** Whether the account is the user of any device. */
  isUser: boolean;
}

/**
 * T12: allows installers, and accounts that are the user of a device. Refuses support staff, and company members for a
 * device that another member registered.
 */
export function mayVerifyHubs({ role, relation, isUser }: HubCaller): 'allowed' | 'forbidden' {
  if (role === 'staff' || relation?.startsWith('company_')) return 'forbidden';
  return role === 'installer' || isUser ? 'allowed' : 'forbidden';
}
