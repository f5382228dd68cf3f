// Support staff: accounts, the admin flag, and the help for users and installers without access: a password reset, and
// the removal of a lost second factor.
// Serves staff. Auth reads at each request whether staff are active.
// Rows SUPP-04, SUPL-02, SUPL-04, AUTH-18, FN-01; threats T27, T28.
import type { Feature } from '#platform/feature/feature';
import { supportStaffPersonData } from './support-staff.person-data.service.ts';
import type { DeactivationHandler, SupportStaffPort } from './support-staff.port.ts';
import { createRemovalApprovals } from './support-staff.removals.service.ts';
import { createPasswordResets } from './support-staff.reset.service.ts';
import { supportStaffRoutes } from './support-staff.routes.ts';
import { listActiveStaffIds, lockActive } from './support-staff.store.ts';
import { createStaffService, type StaffDependencies } from './support-staff.service.ts';

export function createSupportStaffFeature(
  dependencies: Omit<StaffDependencies, 'deactivated'>,
): Feature & { readonly port: SupportStaffPort } {
  const handlers: DeactivationHandler[] = [];
  const staff = createStaffService({
    ...dependencies,
    async deactivated(tx, accountId) {
      for (const handle of handlers) await handle(tx, accountId);
    },
  });
  const resets = createPasswordResets(dependencies);
  return {
    name: 'support-staff',
    port: {
      activeIds: () => listActiveStaffIds(dependencies.database.sql),
      lockActive,
      onDeactivated: (handler) => void handlers.push(handler),
    },
    routes: supportStaffRoutes(staff, resets, createRemovalApprovals(dependencies)),
    personData: supportStaffPersonData,
  };
}
