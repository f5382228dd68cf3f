import { MINUTE_MS } from '../../kernel/time.ts';

/** SUPL-07: how long support sees a location, and how long the reason is. */
export const breakGlassRules = { livesMs: 30 * MINUTE_MS, reasonMinLength: 10, reasonMaxLength: 500 } as const;

/** How often a page asks for the position again. */
export const BREAK_GLASS_POLL_MS = 30_000;
