import { analyticsRules } from '@trace/contract/analytics/analytics.rules';
import { HOUR_MS } from '@trace/contract/kernel/time';

/** ANA-01: a device that was heard from after this instant is active. */
export const activeSince = (now: Date): Date => new Date(now.getTime() - analyticsRules.activeHours * HOUR_MS);
