import { removalRules } from '@trace/contract/auth/factors/auth.second-factor.rules';
import type { Removal } from '@trace/contract/auth/factors/auth.second-factor.schema';

/** Presents a removal request to the user (AUTH-18). */
export function removalView({ askedAt, approvedAt }: { askedAt: Date; approvedAt: Date | null }): Removal {
  return {
    askedAt: askedAt.toISOString(),
    effectiveAt: new Date(askedAt.getTime() + removalRules.waitMs).toISOString(),
    isApproved: approvedAt !== null,
  };
}
