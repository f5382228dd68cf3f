import { done } from '@trace/contract/kernel/endpoint';
import {
  addStaff,
  changeStaff,
  correctStaffEmail,
  listStaff,
  sendPasswordReset,
  sendStaffLink,
} from '@trace/contract/support-staff/support-staff.api';
import {
  isSupportStaffFunction,
  supportPasswordResetFunction,
} from '@trace/contract/support-staff/support-staff.functions.api';
import { approveRemoval, listRemovals } from '@trace/contract/support-staff/support-staff.removals.api';
import { route, type Route } from '#platform/http/route';
import type { RemovalApprovals } from './support-staff.removals.service.ts';
import type { PasswordResets } from './support-staff.reset.service.ts';
import type { StaffService } from './support-staff.service.ts';

export const supportStaffRoutes = (
  staff: StaffService,
  resets: PasswordResets,
  removals: RemovalApprovals,
): Route[] => [
  route(listStaff, ({ actor, query }) => staff.list(actor, query)),
  route(addStaff, ({ actor, origin, body }) => staff.add(actor, origin, body)),
  route(changeStaff, ({ actor, origin, params, body }) => staff.change(actor, origin, params.id, body)),
  route(correctStaffEmail, ({ actor, origin, params, body }) =>
    staff.correctEmail(actor, origin, params.id, body.email),
  ),
  route(sendStaffLink, async ({ actor, origin, params }) => {
    await staff.sendLink(actor, origin, params.id);
    return done;
  }),
  route(sendPasswordReset, async ({ actor, origin, body }) => {
    await resets.send(actor, origin, body);
    return done;
  }),
  route(listRemovals, () => removals.list()),
  route(approveRemoval, async ({ actor, origin, params }) => {
    await removals.approve(actor, origin, params.id);
    return done;
  }),
  route(supportPasswordResetFunction, async ({ actor, origin, body }) => {
    resets.requireOwn(actor, body.supportStaffEmail);
    await resets.send(actor, origin, { email: body.email, endSessions: false });
    return { success: true as const };
  }),
  route(isSupportStaffFunction, ({ actor, body }) => staff.isStaff(actor, body.user_email)),
];
