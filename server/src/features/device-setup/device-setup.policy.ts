import type { Role } from '@trace/contract/kernel/roles';

/** T08: the user and the registering installer of a device; whoever has nothing to do with it does not hear of it. */
export function mayReconfigure(role: Role, relation: string | null): 'allowed' | 'forbidden' | 'not_found' {
  if (role === 'staff') return 'forbidden';
  if (relation === null) return 'not_found';
  return relation.startsWith('company_') ? 'forbidden' : 'allowed';
}
