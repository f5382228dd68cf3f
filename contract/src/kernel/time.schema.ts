import { z } from 'zod';

/** An instant on the wire of the web: ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/** An instant in compact answers and pushed positions: milliseconds since 1970, UTC. */
export const epochMsSchema = z.int().nonnegative();
