import { z } from 'zod';

/** An instant on the wire of the web: ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/** An instant in compact answers and pushed positions: milliseconds since 1970, UTC. */
export const epochMsSchema = z.int().nonnegative();

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
