import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';

export interface StaffFlags {
  readonly isActive: boolean;
  readonly isAdmin: boolean;
}

/**
 * Decides whether an admin can give a staff member these flags. `admins`: the active admins. A deactivation keeps the
 * admin flag, so that the person has the flag again when reactivated.
 */
export function mayChangeStaff(
  change: { readonly accountId: string; readonly before: StaffFlags; readonly after: StaffFlags },
  admins: readonly string[],
): 'allowed' | (typeof texts)['lastAdmin' | 'inactiveAdmin'] {
  const { accountId, before, after } = change;
  if (after.isAdmin && !before.isAdmin && !after.isActive) return texts.inactiveAdmin;
  const staysAdmin = after.isActive && after.isAdmin;
  if (!staysAdmin && admins.every((id) => id === accountId)) return texts.lastAdmin;
  return 'allowed';
}
