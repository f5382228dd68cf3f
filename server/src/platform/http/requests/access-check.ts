import { STEP_UP_MS } from '@trace/contract/auth/auth.rules';
import type { Who } from '@trace/contract/kernel/endpoint';
import type { Actor } from '#platform/actor/actor';
import { Refusal } from '#platform/refusal/refusal';

const roleOf = { users: 'user', installers: 'installer', staff: 'staff' } as const;

/** Admits or refuses a caller by the endpoint's declared role. Rights on single objects are the feature's policy. */
export function requireRole(who: Who, actor: Actor | null, isOperator: () => boolean): void {
  if (who === 'anybody') return;
  if (who === 'operator') {
    if (!isOperator()) throw new Refusal('unauthenticated', 'Only the operator can do this.');
    return;
  }
  if (actor === null) throw new Refusal('unauthenticated', 'Please sign in.');
  if (who === 'signed-in') return;
  if (actor.role !== roleOf[who]) throw new Refusal('forbidden', 'Your account type does not have access to this.');
}

/** Refuses a page that shows another account, because another tab of the browser has signed in to a new account. */
export function requireShownAccount(shownId: string | undefined, actor: Actor | null): void {
  if (shownId === undefined || shownId === actor?.accountId) return;
  throw new Refusal('unauthenticated', 'Please sign in.');
}

/** Some endpoints for staff are only for staff with the admin flag. */
export function requireStaffAdmin(actor: Actor | null): void {
  if (actor?.role === 'staff' && actor.isStaffAdmin === true) return;
  throw new Refusal('forbidden', 'Only staff with the admin flag can do this.');
}

/** Irreversible actions need a recent re-authentication (AUTH-17), so that a browser left open cannot be misused. */
export function requireFreshProof(actor: Actor | null, now: Date): void {
  if (actor !== null && now.getTime() - actor.provedAt.getTime() <= STEP_UP_MS) return;
  throw new Refusal('proof_required', "Confirm it's you to continue.");
}
