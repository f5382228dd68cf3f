/** The cache of parts that are too large to be kept before anybody needs them: the map, the shapes of the world. */
export const ON_DEMAND_CACHE = 'trace-seen-parts';
