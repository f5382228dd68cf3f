import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** T28: how long a reset link works that support sent. */
export const SUPPORT_RESET_LIVES_MS = 10 * MINUTE_MS;

/** SUPP-04: how long new staff have to choose a password. An admin can send a new link. */
export const STAFF_INVITATION_LIVES_MS = 24 * HOUR_MS;

export const staffRules = { pageSize: 50, nameMaxLength: 100, searchMaxLength: 100 } as const;
