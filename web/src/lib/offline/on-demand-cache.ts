/** The cache of parts that are too large to precache: the map, the shapes of the world. */
export const ON_DEMAND_CACHE = 'trace-seen-parts';
