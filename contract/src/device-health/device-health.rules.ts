import { DAY_MS } from '../kernel/time.ts';

/** HLTH-02: the states of the health page, in its order: silent devices first, then trouble. */
export const healthStates = ['offline', 'error', 'warning', 'awaiting', 'updating', 'sleeping', 'online'] as const;

export type HealthState = (typeof healthStates)[number];

/**
 * HLTH-02: a device that is there is in the state `warning` with a battery or a signal under 20 %
 * (0092-device-health-page.sql), or with an error within this time.
 */
export const ERRORS_WITHIN_MS = DAY_MS;

export const healthPage = { usual: 25, most: 100 } as const;

export const SEARCH_MAX_LENGTH = 200;

/** A shorter search could mean any state, so it looks for devices only. */
export const STATE_SEARCH_MIN_LENGTH = 3;
