import { z } from 'zod';

/** ISO 8601 allows any number of decimals of a second. */
const INSTANT_MAX_LENGTH = 32;

/** An instant on the wire of the web: ISO 8601, UTC. */
export const instantSchema = z.iso.datetime().max(INSTANT_MAX_LENGTH);

/** An instant in compact answers and pushed positions: milliseconds since 1970, UTC. */
export const epochMsSchema = z.int().nonnegative();
