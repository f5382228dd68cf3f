/** The cache of parts that are too large to be kept before anybody needs them: the map, the shapes of the world. */
export const SEEN_PARTS = 'trace-seen-parts';
