import { api } from '#lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { signOut } from '@trace/contract/auth/auth.api';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';

/** SUPL-01: at the door of the staff others are signed out again, and all of them read the same. */
export async function isTurnedAway({ userType }: Person, wanted: Role | null): Promise<boolean> {
  if (wanted !== 'staff' || userType === 'staff') return false;
  await api.call(signOut, {});
  showToast({ tone: 'failed', text: supportStaffTexts.denied });
  return true;
}
