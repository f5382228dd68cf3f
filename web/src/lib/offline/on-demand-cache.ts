import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';

/** The cache of parts that are too large to precache: the map, the shapes of the world. */
export const ON_DEMAND_CACHE = storageNames.pageParts;
