import type { Role } from '@trace/contract/kernel/roles';

/** How the person stands to the device that the hub is for; `null`: none was named, or nobody to it. */
export interface HubStanding {
  role: Role;
  relation: string | null;
  /** Whether they are the user of any device. */
  isUser: boolean;
}

/**
 * T12: an installer, for a device that is registered or of their own; the user of a device. Members of a company do not
 * set up what another member registered.
 */
export function mayVerifyHubs({ role, relation, isUser }: HubStanding): 'allowed' | 'forbidden' {
  if (role === 'staff' || relation?.startsWith('company_')) return 'forbidden';
  return role === 'installer' || isUser ? 'allowed' : 'forbidden';
}
